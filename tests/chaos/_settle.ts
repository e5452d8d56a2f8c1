import assert from "node:assert/strict";
import type { IndexTask } from "../../contracts/indexing.ts";
import { createGarbageCollection } from "../../src/indexing/mod.ts";
import { type IndexingProcess, LEASE_MS } from "../support/indexing_world.ts";
import { entriesOf } from "../support/kv.ts";

const MOST_TRIES = 1000;

/** Longer than indexing the library takes. Milliseconds. */
const PATIENCE = 500;

const MONTH = 40 * 86_400_000;

/** Asks for a commit until it is ready, as clients do: what fails is asked for again when it is due. */
export async function untilReady({ indexer, clock }: IndexingProcess, task: IndexTask): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    try {
      const state = await indexer.wait(task, PATIENCE);
      if (state.state === "ready") return;
      const retryAt = state.state === "failed" ? state.retryAt ?? assert.fail(state.code) : clock.now();
      // Somebody's lease may stand who could not even store that he failed.
      clock.advance(Math.max(LEASE_MS, retryAt - clock.now()) + 1);
    } catch (error) {
      // Nothing could be stored, not even that it was asked for.
      if (error instanceof assert.AssertionError) throw error;
    }
  }
  assert.fail("it did not become ready");
}

/** A collector whose clock is so far ahead that nothing is young and nothing was read lately. */
export function harshCollector({ store, clock }: IndexingProcess) {
  let made = 0;
  return createGarbageCollection({
    ...store,
    clock: { ...clock, now: () => clock.now() + MONTH },
    newId: () => `collector-${++made}`,
    log: () => {},
    rules: "none",
    keepDays: 30,
    isAlone: true,
    maxBytes: null,
  });
}

/** Whether every chunk belongs to something, once everything that is left over was collected. */
export async function assertNothingAstray({ kv }: Pick<IndexingProcess, "kv">): Promise<void> {
  const rows = await entriesOf(kv, ["r"]);
  const named = new Set<unknown>();
  for (const { key: [, , , kind], value } of rows) {
    const { id, record } = Object(value);
    if (kind === "p" || kind === "t") named.add(id);
    if (kind === "s" && record.state === "ready") {
      for (const part of Object.values(record.parts)) named.add(Object(part).id);
    }
    assert.notEqual(kind, "x", "nothing is left over");
  }
  for (const { key: [, , , kind, part] } of rows) {
    if (kind === "d") assert(named.has(part), "every chunk is named");
  }
}
