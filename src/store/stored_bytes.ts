import { commit, type Kv, type KvDeps } from "./kv.ts";
import { STORED_BYTES_KEY } from "./keys.ts";

/** The same operation, which also counts bytes that it brings, or takes when `bytes` is negative. */
export function counted(operation: Deno.AtomicOperation, bytes: number): Deno.AtomicOperation {
  // A sum wraps around, so that the complement is subtracted.
  return operation.sum(STORED_BYTES_KEY, BigInt.asUintN(64, BigInt(bytes)));
}

/** The counter. A commit that failed and landed counts twice: it is right only after each recount. */
export async function readStoredBytes(kv: Kv): Promise<number> {
  const { value } = await kv.get(STORED_BYTES_KEY);
  return value instanceof Deno.KvU64 ? Math.max(0, Number(BigInt.asIntN(64, value.value))) : 0;
}

export async function setStoredBytes(deps: KvDeps, bytes: number): Promise<void> {
  await commit(deps, () => deps.kv.atomic().set(STORED_BYTES_KEY, new Deno.KvU64(BigInt(bytes))));
}
