import type { ResolutionStore, StoredResolution } from "../../contracts/ports.ts";
import { STORED_RESOLUTION } from "../../contracts/records.ts";
import { commit, type KvDeps, readRow } from "./_kv.ts";
import { refKey, resolvedKey } from "./keys.ts";

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
  };
}
