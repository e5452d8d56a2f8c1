import { KV_LIMITS } from "../../contracts/limits.ts";
import type { ResolutionStore, StoredResolution } from "../../contracts/ports.ts";
import { STORED_RESOLUTION } from "../../contracts/records.ts";
import { commit, type KvDeps, readRow } from "./_kv.ts";
import { refKey, refsKey, resolvedCommitsKey, resolvedKey } from "./keys.ts";

const MOST_TRIES = 10;

export function createResolutionStore(deps: KvDeps): ResolutionStore {
  const { kv } = deps;

  return {
    async read(host, repository, ref) {
      return (await readRow(kv, refKey(host, repository, ref), STORED_RESOLUTION)).value;
    },

    async write(host, repository, ref, { resolution, resolvedAt }) {
      const entry: StoredResolution = { resolution, resolvedAt };
      for (let tries = 1; tries <= MOST_TRIES; tries++) {
        const row = await readRow(kv, refKey(host, repository, ref), STORED_RESOLUTION);
        const stands = row.value !== null && row.value.resolvedAt > resolvedAt ? row.value : entry;
        // Doing it twice changes nothing, so a commit that failed and landed needs no look.
        const written = await commit(deps, () => {
          const operation = kv.atomic().check(row);
          if (stands === entry) operation.set(row.key, entry);
          // A hash that was asked for proves nothing; a branch, a tag or a working tree does.
          if (resolution.kind !== "commit") {
            operation.set(resolvedKey(host, repository, resolution.commit), true);
          }
          return operation;
        });
        if (written) return stands;
      }
      throw new Error(`Cannot store what ref "${ref}" was resolved to: it changed at every try`);
    },

    async wasResolved(host, repository, commit) {
      return (await kv.get(resolvedKey(host, repository, commit))).value === true;
    },

    async remove(host, repository, ref, at) {
      for (let tries = 1; tries <= MOST_TRIES; tries++) {
        const row = await readRow(kv, refKey(host, repository, ref), STORED_RESOLUTION);
        if (row.versionstamp === null || (row.value?.resolvedAt ?? 0) > at) return;
        if (await commit(deps, () => kv.atomic().check(row).delete(row.key))) return;
      }
      throw new Error(`Cannot forget what ref "${ref}" was resolved to: it changed at every try`);
    },

    async clear(host, repository) {
      for (const prefix of [refsKey(host, repository), resolvedCommitsKey(host, repository)]) {
        const keys = await Array.fromAsync(kv.list({ prefix }), ({ key }) => key);
        for (let start = 0; start < keys.length; start += KV_LIMITS.mutationsPerAtomic) {
          const some = keys.slice(start, start + KV_LIMITS.mutationsPerAtomic);
          await commit(deps, () => some.reduce((operation, key) => operation.delete(key), kv.atomic()));
        }
      }
    },
  };
}
