import type { NameStore } from "../../../contracts/mounts.ts";
import { STORED_REPOSITORY } from "../../../contracts/records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { nameKey } from "../keys.ts";

/** What nobody has asked for in so long goes away by itself: whoever visits many names leaves many. */
const KEPT_MS = 30 * 86_400_000;

/** Names lie beside repositories and not below them: one repository may have had several, and a name several. */
export function createNameStore(deps: KvDeps): NameStore {
  const { kv } = deps;

  return {
    async read(host, name) {
      return (await readRow(kv, nameKey(host, name), STORED_REPOSITORY)).value;
    },

    async write(host, name, entry) {
      await compareAndSet(`store what name "${name}" stands for`, async () => {
        const row = await readRow(kv, nameKey(host, name), STORED_REPOSITORY);
        if (row.value !== null && row.value.askedAt > entry.askedAt) return;
        const write = () => kv.atomic().check(row).set(row.key, entry, { expireIn: KEPT_MS });
        if (!await commit(deps, write)) return CHANGED;
      });
    },

    async remove(host, name) {
      await commit(deps, () => kv.atomic().delete(nameKey(host, name)));
    },
  };
}
