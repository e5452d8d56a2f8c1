import type { PeopleStore } from "../../../contracts/auth/people.ts";
import { PERSON_RECORD } from "../../../contracts/auth/people_records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { PEOPLE_KEY, personKey } from "./keys.ts";

export function createPeopleStore(deps: KvDeps): PeopleStore {
  const { kv } = deps;

  return {
    async person(id) {
      return (await readRow(kv, personKey(id), PERSON_RECORD)).value;
    },

    async byLogin(host, login) {
      for await (const { value } of kv.list({ prefix: PEOPLE_KEY })) {
        const { data } = PERSON_RECORD.safeParse(value);
        if (data?.host === host && data.login.toLowerCase() === login.toLowerCase()) return data;
      }
      return null;
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
