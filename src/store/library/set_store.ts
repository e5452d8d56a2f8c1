import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { SetName, SetStore, SkillSet } from "../../../contracts/library/sets.ts";
import { SET_LIMITS } from "../../../contracts/library/sets.ts";
import { SET_RECORD } from "../../../contracts/library/set_records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import type { AuditRows } from "./audit_rows.ts";
import { setKey } from "./skill_keys.ts";

/** Sets of accounts, each change with the row that tells of it. */
export function createSetStore(deps: KvDeps & { readonly audit: AuditRows }): SetStore {
  const { kv, audit } = deps;

  const rowOf = (account: AccountId, name: SetName) => readRow(kv, setKey(account, name), SET_RECORD);

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
      const others = (await ofAccount(set.account)).filter(({ name }) => name !== set.name);
      if (others.length >= SET_LIMITS.sets) return false;
      return await compareAndSet("put a set", async () => {
        const row = await rowOf(set.account, set.name);
        return await commit(deps, () => told(kv.atomic().check(row).set(row.key, set))) ? true : CHANGED;
      });
    },

    async remove(account, name, note) {
      const told = audit.row(account, note);
      return await compareAndSet("remove a set", async () => {
        const row = await rowOf(account, name);
        if (row.versionstamp === null) return false;
        return await commit(deps, () => told(kv.atomic().check(row).delete(row.key))) ? true : CHANGED;
      });
    },

    async forget(account) {
      for (const { name } of await ofAccount(account)) {
        await commit(deps, () => kv.atomic().delete(setKey(account, name)));
      }
    },
  };
}
