import assert from "node:assert/strict";
import type { SnapshotWork } from "../../../contracts/snapshots.ts";
import { type Stage, taskOf } from "../_stage.ts";

export const LEASE = 30_000;
export const TASK = taskOf("a");
export const KEY = TASK.key;

export async function claimed({ store }: Stage, owner = "one", task = TASK): Promise<SnapshotWork> {
  await store.snapshots.create(task);
  const work = await store.snapshots.claim(task, owner, LEASE);
  assert(work !== null, "the work can be claimed");
  return work;
}
