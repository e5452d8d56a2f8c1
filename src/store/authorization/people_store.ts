import type { PeopleStore } from "../../../contracts/auth/people.ts";
import { ACCOUNT_RECORD, PERSON_RECORD, SLUG_RECORD } from "../../../contracts/auth/people_records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { accountRowKey, personKey, slugKey } from "./keys.ts";

export function createPeopleStore(deps: KvDeps): PeopleStore {
  const { kv } = deps;

  return {
    async person(id) {
      return (await readRow(kv, personKey(id), PERSON_RECORD)).value;
    },

    async account(id) {
      return (await readRow(kv, accountRowKey(id), ACCOUNT_RECORD)).value;
    },

    async accountBySlug(slug) {
      const { value } = await readRow(kv, slugKey(slug), SLUG_RECORD);
      return value === null ? null : (await readRow(kv, accountRowKey(value.account), ACCOUNT_RECORD)).value;
    },

    async createAccount(account) {
      const slug = slugKey(account.slug);
      const isMade = await commit(
        deps,
        () =>
          kv.atomic()
            .check({ key: slug, versionstamp: null })
            .set(slug, { account: account.id })
            .set(accountRowKey(account.id), account),
        async () => (await readRow(kv, slug, SLUG_RECORD)).value?.account === account.id,
      );
      return isMade ? account : null;
    },

    async savePerson(person) {
      return await compareAndSet("keep a person", async () => {
        const row = await readRow(kv, personKey(person.id), PERSON_RECORD);
        const saved = { ...person, accounts: row.value?.accounts ?? person.accounts };
        const write = () => kv.atomic().check(row).set(row.key, saved);
        return await commit(deps, write) ? saved : CHANGED;
      });
    },
  };
}
