import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { SetName, SetStore, SkillSet } from "../../../contracts/library/sets.ts";
import { SET_LIMITS } from "../../../contracts/library/sets.ts";
import { SET_COUNT, SET_RECORD } from "../../../contracts/library/set_records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import type { AuditRows } from "./audit_rows.ts";
import { setKey } from "./skill_keys.ts";

/** Sets of accounts, each change with the row that tells of it. */
export function createSetStore(deps: KvDeps & { readonly audit: AuditRows }): SetStore {
  const { kv, audit } = deps;

  const rowOf = (account: AccountId, name: SetName) => readRow(kv, setKey(account, name), SET_RECORD);

  /** How many sets there are, by the row that every change of their number checks; sets of before it are counted. */
  async function countOf(account: AccountId) {
    const row = await readRow(kv, setKey(account), SET_COUNT);
    return { row, sets: row.value?.sets ?? (await ofAccount(account)).length };
  }

  async function ofAccount(account: AccountId): Promise<readonly SkillSet[]> {
    const rows = await Array.fromAsync(kv.list({ prefix: setKey(account) }));
    return rows.flatMap(({ value }) => SET_RECORD.safeParse(value).data ?? []);
  }

  return {
    ofAccount,

    async find(account, name) {
      return (await rowOf(account, name)).value;
    },

    async put(set, note) {
      const told = audit.row(set.account, note);
      return await compareAndSet("put a set", async () => {
        const counted = await countOf(set.account);
        const row = await rowOf(set.account, set.name);
        const sets = counted.sets + (row.versionstamp === null ? 1 : 0);
        if (row.versionstamp === null && sets > SET_LIMITS.sets) return false;
        const write = () =>
          told(kv.atomic().check(counted.row).check(row).set(counted.row.key, { sets }).set(row.key, set));
        return await commit(deps, write) ? true : CHANGED;
      });
    },

    async remove(account, name, note) {
      const told = audit.row(account, note);
      return await compareAndSet("remove a set", async () => {
        const counted = await countOf(account);
        const row = await rowOf(account, name);
        if (row.versionstamp === null) return false;
        const sets = counted.sets - 1;
        const write = () =>
          told(kv.atomic().check(counted.row).check(row).set(counted.row.key, { sets }).delete(row.key));
        return await commit(deps, write) ? true : CHANGED;
      });
    },

    async forget(account) {
      for (const { name } of await ofAccount(account)) {
        await commit(deps, () => kv.atomic().delete(setKey(account, name)));
      }
      await commit(deps, () => kv.atomic().delete(setKey(account)));
    },
  };
}
