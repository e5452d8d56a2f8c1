import assert from "node:assert/strict";
import { repositoryRoot } from "../../../contracts/snapshots.ts";
import type { RepositoryKey } from "../../../contracts/housekeeping.ts";
import type { Store } from "../../../src/store/mod.ts";
import { entriesOf } from "../../support/kv.ts";
import {
  catalogOf,
  commitOf,
  contentId,
  contentsOf,
  HOST,
  noise,
  REPOSITORY,
  ROOT,
  type Stage,
  taskOf,
  treeOf,
} from "../_stage.ts";

export const OF: RepositoryKey = { host: HOST, repository: REPOSITORY };
export const NEVER = Number.MAX_SAFE_INTEGER;
export const LEASE = 30_000;
export const idOf = (name: string) => contentId(name);
export const bytesOf = (name: string) => noise(3000, name.charCodeAt(0));

/** A ready snapshot that refers to the named contents, stored in one pack, with its tree. */
export async function snapshot(
  { store }: Pick<Stage, "store">,
  digit: string,
  names: string,
  of = REPOSITORY,
) {
  const task = taskOf(digit, of);
  const { snapshots, contents } = store;
  await snapshots.create(task);
  const work = await snapshots.claim(task, "owner", LEASE);
  assert(work !== null);
  await snapshots.writeTree(work, treeOf(2));
  await contents.write(
    repositoryRoot(HOST, of),
    [...names].map((name) => ({ id: idOf(name), bytes: bytesOf(name) })),
  );
  const { files: [file], ...catalog } = catalogOf(task.key.commit, 1);
  assert(file !== undefined);
  const files = [...names].map((name) => ({ ...file, content: idOf(name) }));
  assert(await snapshots.publish(work, { ...contentsOf(task), catalog: { ...catalog, files } }));
}

export async function remove({ housekeeping }: Store, digit: string): Promise<boolean> {
  const { snapshots } = await housekeeping.holdings(OF);
  const entry = snapshots.find(({ key }) => key.commit === commitOf(digit));
  assert(entry !== undefined);
  return await housekeeping.remove(entry);
}

export const countAt = async (kv: Deno.Kv, ...kind: string[]) =>
  (await entriesOf(kv, [...ROOT, ...kind])).length;
