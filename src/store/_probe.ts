import { KV_LIMITS } from "../../contracts/limits.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { commit, type KvDeps } from "./kv.ts";

/** What a `denokv` server takes; the embedded store takes more. */
const CHECKS = 10;

/** What is tried is stored below it. */
export const PROBE_KEY: Deno.KvKey = ["probe"];

/**
 * Tries everything that the store is built on, on keys of its own which it deletes: a chunk of full size,
 * ten checks in one operation and their refusal, sums, and a list in the order of its keys.
 *
 * @returns What it cannot do, as a clause; null: nothing is missing.
 */
export async function probeKv(deps: KvDeps): Promise<string | null> {
  const { kv, newId, log } = deps;
  const root = [...PROBE_KEY, newId()];
  const absent = Array.from({ length: CHECKS }, (_, index) => [...root, "absent", index]);
  const [first, chunk, sum] = [[...root, "absent", 0], [...root, "chunk"], [...root, "sum"]];
  const bytes = new Uint8Array(KV_LIMITS.chunkBytes).fill(1);
  const write = () =>
    kv.atomic().check(...absent.map((key) => ({ key, versionstamp: null }))).set(chunk, bytes);
  try {
    if (!await commit(deps, write)) return "it refuses ten checks that hold";
    await commit(deps, () => kv.atomic().set(first, true).sum(sum, 2n));
    if (await commit(deps, write)) return "it writes although a check fails";
    await commit(deps, () => kv.atomic().sum(sum, BigInt.asUintN(64, -1n)));
    const rows = await Array.fromAsync(kv.list({ prefix: root }));
    const [, stored, summed] = rows.map(({ value }) => value);
    if (rows.length !== 3) return "it does not list what was written";
    if (!(stored instanceof Uint8Array) || stored.byteLength !== bytes.byteLength) return "it changes values";
    if (!(summed instanceof Deno.KvU64) || summed.value !== 1n) return "it has no sums";
    return null;
  } catch (error) {
    log("error", "store.probe_failed", { ...whereItFailed(error) });
    return "it refuses an operation that the server is built on, or cannot be reached";
  } finally {
    await commit(deps, () => kv.atomic().delete(first).delete(chunk).delete(sum)).catch(() => {});
  }
}
