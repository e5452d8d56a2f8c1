import type { AddressKeyStore } from "../../../contracts/auth/address_keys.ts";
import type { ClientId, ClientStore } from "../../../contracts/auth/clients.ts";
import type { GrantStore } from "../../../contracts/auth/grants.ts";
import type { PeopleStore, SessionStore } from "../../../contracts/auth/people.ts";
import type { PermissionStore } from "../../../contracts/auth/permission.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";

export interface RevokeAccessDeps {
  readonly people: Pick<PeopleStore, "person">;
  readonly sessions: SessionStore;
  readonly grants: GrantStore;
  readonly clients: ClientStore;
  readonly addressKeys: AddressKeyStore;
  readonly permissions: PermissionStore;
  /** Revokes the keys of an account that a person made; how many. */
  readonly revokeAccountKeys: (account: AccountId, maker: PersonId) => Promise<number>;
}

/** What was ended. */
export interface Revoked {
  readonly grants: number;
  readonly keys: number;
}

/**
 * Ends everything that acts for a person: sessions, what asks for them at their host, what apps hold, keys. They stay known,
 * and may sign in again.
 *
 * @param isOperator Looks through all codes and grants, which the person's own request does not: what an app may get of a
 * code within the minute ends as well.
 */
export async function revokePerson(
  person: PersonId,
  deps: RevokeAccessDeps,
  isOperator: boolean,
): Promise<Revoked> {
  const { sessions, grants, addressKeys, permissions } = deps;
  // Nobody makes a grant or a key without one of these two.
  await sessions.endAll(person);
  await permissions.forget(person);
  let ended = 0;
  if (isOperator) ended = await grants.endEvery({ person });
  else {
    for (const { id } of await grants.ofPerson(person)) {
      await grants.end(id);
      ended++;
    }
  }
  let keys = 0;
  for (const { digest } of await addressKeys.ofMaker(person)) {
    if (await addressKeys.revoke(person, digest)) keys++;
  }
  if (isOperator) {
    for (const account of (await deps.people.person(person))?.accounts ?? []) {
      keys += await deps.revokeAccountKeys(account, person);
    }
  }
  return { grants: ended, keys };
}

/** Ends everything that an app holds, and forgets what it registered. Null: nothing is known of it. */
export async function revokeClient(
  client: ClientId,
  { clients, grants }: Pick<RevokeAccessDeps, "clients" | "grants">,
): Promise<Revoked | null> {
  // First: a code of the app is worth nothing without it.
  const isKnown = await clients.remove(client);
  const ended = await grants.endEvery({ client });
  return isKnown || ended > 0 ? { grants: ended, keys: 0 } : null;
}
