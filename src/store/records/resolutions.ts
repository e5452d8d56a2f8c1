import { KV_LIMITS } from "../../../contracts/limits.ts";
import type { ResolutionStore, StoredResolution } from "../../../contracts/mounts.ts";
import { STORED_RESOLUTION } from "../../../contracts/records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { refKey, repositoryKey, resolvedKey, rowsKey } from "../keys.ts";

export function createResolutionStore(deps: KvDeps): ResolutionStore {
  const { kv } = deps;

  return {
    async read(host, repository, ref) {
      return (await readRow(kv, refKey(host, repository, ref), STORED_RESOLUTION)).value;
    },

    async write(host, repository, ref, { resolution, resolvedAt, identified }) {
      const entry: StoredResolution = { resolution, resolvedAt, ...(identified && { identified }) };
      return await compareAndSet(`store what ref "${ref}" was resolved to`, async () => {
        const row = await readRow(kv, refKey(host, repository, ref), STORED_RESOLUTION);
        const stands = row.value !== null && row.value.resolvedAt > resolvedAt ? row.value : entry;
        // Doing it twice changes nothing, so a commit that failed and landed needs no look.
        const written = await commit(deps, () => {
          const operation = kv.atomic().check(row);
          if (stands === entry) operation.set(row.key, entry);
          // A hash that was asked for proves nothing; a branch, a tag or a working tree does, of a repository that is known.
          if (identified && resolution.kind !== "commit") {
            operation.set(resolvedKey(host, repository, resolution.commit), true);
          }
          return operation;
        });
        return written ? stands : CHANGED;
      });
    },

    async wasResolved(host, repository, commit) {
      return (await kv.get(resolvedKey(host, repository, commit))).value === true;
    },

    async remove(host, repository, ref, at) {
      await compareAndSet(`forget what ref "${ref}" was resolved to`, async () => {
        const row = await readRow(kv, refKey(host, repository, ref), STORED_RESOLUTION);
        if (row.versionstamp === null || (row.value?.resolvedAt ?? 0) > at) return;
        if (!await commit(deps, () => kv.atomic().check(row).delete(row.key))) return CHANGED;
      });
    },

    async clear(host, repository) {
      const root = repositoryKey(host, repository);
      for (const kind of ["f", "c"] as const) {
        const keys = await Array.fromAsync(kv.list({ prefix: rowsKey(root, kind) }), ({ key }) => key);
        for (let start = 0; start < keys.length; start += KV_LIMITS.mutationsPerAtomic) {
          const some = keys.slice(start, start + KV_LIMITS.mutationsPerAtomic);
          await commit(deps, () => some.reduce((operation, key) => operation.delete(key), kv.atomic()));
        }
      }
    },
  };
}
