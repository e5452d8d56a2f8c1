import type { GrantStore } from "../../../contracts/auth/grants.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";

/** Ends what apps read in an account on behalf of a person who does not belong to it any more. */
export type CutOff = (account: AccountId, person: PersonId) => Promise<void>;

export function createCutOff(grants: Pick<GrantStore, "ofPerson" | "end">): CutOff {
  return async function cutOff(account, person) {
    for (const { id, grant } of await grants.ofPerson(person)) {
      if (grant.account === account) await grants.end(id);
    }
  };
}
