import type { StoredPack } from "../../../contracts/records.ts";
import { commit, type KvDeps, type Row } from "../kv.ts";
import type { PartStore } from "../parts/part_store.ts";
import { removalsKey } from "../keys.ts";

export interface PackRow extends Row<StoredPack> {
  readonly value: StoredPack;
}

/**
 * Takes packs out, at most 8, unless one of them was written since it was read. It is the only way out for
 * a pack: every snapshot that is being made learns of it by the row that is written here.
 *
 * @param also Adds one more condition.
 * @returns False: none was taken out.
 */
export async function removePacks(
  deps: KvDeps & { readonly parts: PartStore },
  root: Deno.KvKey,
  packs: readonly PackRow[],
  also: (operation: Deno.AtomicOperation) => void = () => {},
): Promise<boolean> {
  const { kv, parts } = deps;
  const removed = await commit(deps, () => {
    const operation = kv.atomic().set(removalsKey(root), true);
    for (const { key, versionstamp, value } of packs) {
      operation.check({ key, versionstamp }).delete(key);
      parts.abandon(operation, root, value);
    }
    also(operation);
    return operation;
  });
  if (removed) await parts.discard(root, packs.map(({ value }) => value));
  return removed;
}
