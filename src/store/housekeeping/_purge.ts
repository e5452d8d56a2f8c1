import { KV_LIMITS } from "../../../contracts/limits.ts";
import type { RepositoryKey } from "../../../contracts/housekeeping.ts";
import { commit, type KvDeps } from "../kv.ts";
import { counted } from "../stored_bytes.ts";
import { publicationsKey, removalsKey, repositoryKey, rowsKey } from "../keys.ts";

/** Deleted in one commit. Chunks are among them, up to 64 KiB each. */
const ROWS = KV_LIMITS.mutationsPerAtomic - 2;

/**
 * Deletes every row of a repository: its snapshots first, so that whoever makes one has lost the lease,
 * and whoever claims one anew learns that contents were removed.
 */
export async function purgeRepository(deps: KvDeps, { host, repository }: RepositoryKey): Promise<void> {
  const { kv } = deps;
  const root = repositoryKey(host, repository);
  const counters = [removalsKey(root), publicationsKey(root)];

  /** Says whether there was anything. */
  async function deleteBelow(prefix: Deno.KvKey): Promise<boolean> {
    const rows = await Array.fromAsync(kv.list({ prefix }, { limit: ROWS }));
    const gone = rows.filter(({ key }) => key.length > root.length + 1);
    if (gone.length === 0) return false;
    const bytes = gone.reduce((sum, { value }) => sum + (value instanceof Uint8Array ? value.length : 0), 0);
    await commit(deps, () => {
      const operation = kv.atomic().set(removalsKey(root), true);
      for (const { key } of gone) operation.delete(key);
      return counted(operation, -bytes);
    });
    return true;
  }

  do {
    while (await deleteBelow(rowsKey(root, "s")));
  } while (await deleteBelow(root));
  const [removals, publications] = await kv.getMany(counters);
  await commit(deps, () => {
    const operation = kv.atomic();
    for (const row of [removals, publications]) if (row) operation.check(row).delete(row.key);
    return operation;
  });
}
