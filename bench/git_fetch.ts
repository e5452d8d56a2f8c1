/**
 * Fetches and verifies one commit, reads every file of it, and prints what that took: a process of its
 * own, so that its memory is that of the fetch alone. Times are of a second round, as a server that has
 * been running for a while would have them. Run by `bench/git_bench.ts`.
 *
 * Arguments: the server's URL, and limits as JSON.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { TreeEntry } from "../contracts/domain.ts";
import { parseHostKey } from "../src/format/mod.ts";
import { createGitHost } from "../src/hosts/git/mod.ts";
import { watchMemory } from "./support/watch_memory.ts";
import { watchStretches } from "./support/watch_stretches.ts";

const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_FILES = 1000;

const [baseUrl = "", limits = "{}"] = Deno.args;

const startMiB = Deno.memoryUsage().rss / 2 ** 20;
const memory = watchMemory();
const stretches = watchStretches();
await fetchAll();
const longestMs = await stretches.stop();
const peakMiB = await memory.stop() / 2 ** 20;
console.log(JSON.stringify({ ...await fetchAll(), startMiB, peakMiB, longestMs }));
Deno.exit();

/** Milliseconds. */
async function fetchAll(): Promise<{ readonly verifyMs: number; readonly readMs: number }> {
  const key = parseHostKey("code");
  if (!key.ok) throw new TypeError("Cannot name the host");
  const host = createGitHost({
    key: key.value,
    baseUrl,
    nestedOwners: false,
    ignoresCase: false,
    lifetimes: { repository: 60, ref: 60 },
    fetch,
    clock: {
      now: Date.now,
      sleep: (ms, signal) => delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
    },
    limits: JSON.parse(limits),
  });
  const started = performance.now();
  const repository = valueOf(await host.repository("acme", "library"));
  const { commit } = valueOf(await host.resolve(repository, { kind: "default" }));
  const { entries } = valueOf(await host.tree(repository, commit, 1_000_000));
  const listed = performance.now();
  const signal = new AbortController().signal;
  for (const batch of batches(entries)) {
    for await (const blob of host.blobs(repository, commit, batch, signal)) valueOf(blob);
  }
  return { verifyMs: listed - started, readMs: performance.now() - listed };
}

/** As indexing asks for them. */
function* batches(entries: readonly TreeEntry[]): Generator<TreeEntry[]> {
  let batch: TreeEntry[] = [];
  let size = 0;
  for (const entry of entries) {
    batch.push(entry);
    size += entry.size ?? 0;
    if (size < BATCH_BYTES && batch.length < BATCH_FILES) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  yield batch;
}

function valueOf<Value>(result: { ok: true; value: Value } | { ok: false; error: unknown }): Value {
  if (!result.ok) throw new Error(`Cannot fetch the commit: ${JSON.stringify(result.error)}`);
  return result.value;
}
