import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { ACCOUNT_RECORD } from "../../../contracts/library/account_records.ts";
import { GROWN_UP_MS } from "../../../contracts/library/installs.ts";
import type { AuditNote } from "../../../contracts/library/audit.ts";
import { type GoneItem, type LibraryItem, MOST_GONE } from "../../../contracts/library/library_items.ts";
import {
  GONE_ITEM,
  HOLDER_RECORD,
  LIBRARY_ITEM,
  LIBRARY_STAMP,
  SKILL_RECORD,
} from "../../../contracts/library/skill_records.ts";
import type { LibraryItemStore } from "../../../contracts/library/skill_store.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { failure, success } from "../../../contracts/result.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { movedKey } from "../editions/edition_keys.ts";
import { accountKey, dueInstallsKey } from "./account_keys.ts";
import type { AuditRows } from "./audit_rows.ts";
import { withoutHolder } from "./install_store.ts";
import { goneItemKey, holderKey, installsKey, itemKey, libraryKey, skillKey } from "./skill_keys.ts";

const LIST_BATCH = 500;

/** What accounts added. The row above an account's items moves with each of them, and counts them. */
export function createLibraryItemStore(deps: KvDeps & { readonly audit: AuditRows }): LibraryItemStore {
  const { kv, audit } = deps;

  const stampOf = (account: AccountId) => readRow(kv, libraryKey(account), LIBRARY_STAMP);
  const itemOf = (account: AccountId, skill: SkillId) => readRow(kv, itemKey(account, skill), LIBRARY_ITEM);

  async function change(
    account: AccountId,
    skill: SkillId,
    changed: Partial<Pick<LibraryItem, "pin" | "owner">>,
    note: AuditNote,
  ): Promise<LibraryItem | null> {
    const told = audit.row(account, note);
    return await compareAndSet("change what a library has of a skill", async () => {
      const stamp = await stampOf(account);
      const row = await itemOf(account, skill);
      if (row.value === null) return null;
      const item: LibraryItem = { ...row.value, ...changed };
      const write = () =>
        told(kv.atomic())
          .check(stamp).check(row)
          .set(stamp.key, { items: stamp.value?.items ?? 1 })
          .set(row.key, item);
      const landed = async () => {
        const { value } = await itemOf(account, skill);
        return value?.pin === item.pin && value.owner === item.owner;
      };
      return await commit(deps, write, landed) ? item : CHANGED;
    });
  }

  return {
    async items(account) {
      const found: LibraryItem[] = [];
      for await (const { value } of kv.list({ prefix: libraryKey(account) }, { batchSize: LIST_BATCH })) {
        const item = LIBRARY_ITEM.safeParse(value);
        if (item.success) found.push(item.data);
      }
      return found;
    },

    async gone(account) {
      const found: GoneItem[] = [];
      const options = { limit: MOST_GONE, batchSize: MOST_GONE };
      for await (const { value } of kv.list({ prefix: goneItemKey(account) }, options)) {
        const item = GONE_ITEM.safeParse(value);
        if (item.success) found.push(item.data);
      }
      return found;
    },

    async add(account, item, { most, counts, offered, note }) {
      const told = audit.row(account, note);
      return await compareAndSet("add a skill to a library", async () => {
        const stamp = await stampOf(account);
        const row = await itemOf(account, item.skill);
        if (row.value !== null) return success({ added: false, item: row.value });
        const skill = await readRow(kv, skillKey(item.skill), SKILL_RECORD);
        if (skill.value === null || !offered(skill.value)) return failure("not_offered");
        const items = stamp.value?.items ?? 0;
        if (items >= most) return failure("full");
        const isOwn = skill.value.account === account;
        // A suspension that comes meanwhile has the account judged anew.
        const owner = await readRow(kv, accountKey(account), ACCOUNT_RECORD);
        const isCounted = !isOwn && counts(owner.value);
        const grownUp = (owner.value?.createdAt ?? 0) + GROWN_UP_MS;
        const write = () => {
          const operation = told(kv.atomic())
            .check(stamp).check(row).check(skill).check(owner)
            .set(stamp.key, { items: items + 1 })
            .set(row.key, item);
          // An account is no holder of what is its own.
          if (isOwn) return operation;
          operation.set(holderKey(item.skill, account), { addedAt: item.addedAt, isCounted });
          return isCounted
            ? operation.sum(installsKey(item.skill), 1n).set(movedKey(item.skill), true)
            : operation.set(dueInstallsKey(grownUp, account), true);
        };
        const landed = async () => (await itemOf(account, item.skill)).value !== null;
        return await commit(deps, write, landed) ? success({ added: true, item }) : CHANGED;
      });
    },

    async remove(account, skill, note) {
      const told = audit.row(account, note);
      return await compareAndSet("remove a skill from a library", async () => {
        const stamp = await stampOf(account);
        const row = await itemOf(account, skill);
        if (row.versionstamp === null) return false;
        const holder = await readRow(kv, holderKey(skill, account), HOLDER_RECORD);
        const items = Math.max(0, (stamp.value?.items ?? 0) - 1);
        const write = () => {
          const operation = told(kv.atomic()).check(stamp).check(row).set(stamp.key, { items }).delete(
            row.key,
          );
          return withoutHolder(operation, holder, skill);
        };
        const landed = async () => (await itemOf(account, skill)).versionstamp === null;
        return await commit(deps, write, landed) ? true : CHANGED;
      });
    },

    pin: (account, skill, pin, note) => change(account, skill, { pin }, note),
    confirm: (account, skill, owner, note) => change(account, skill, { owner }, note),

    async holder(skill, account) {
      return (await readRow(kv, holderKey(skill, account), HOLDER_RECORD)).value;
    },
  };
}
