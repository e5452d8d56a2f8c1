import type { HostKey } from "../../../contracts/addresses.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";

/** Somebody whom a git host knows by an id of its own. */
export function personAt(host: HostKey, id: string): PersonId {
  return personId(`${host}/${id}`);
}

/** Somebody whom no git host knows: who uses a link for an account. No host's key begins with `@`. */
export function linkPerson(account: AccountId): PersonId {
  return personId(`@link/${account}`);
}

function personId(text: string): PersonId {
  return text as PersonId;
}
