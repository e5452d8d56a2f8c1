import type { AddressKeyStore } from "../../../contracts/auth/address_keys.ts";
import type { GrantStore } from "../../../contracts/auth/grants.ts";
import type { PermissionStore } from "../../../contracts/auth/permission.ts";
import type { SessionStore } from "../../../contracts/auth/people.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";

export interface EndAccessDeps {
  readonly sessions: Pick<SessionStore, "endAll">;
  readonly grants: Pick<GrantStore, "ofPerson" | "end">;
  readonly permissions: Pick<PermissionStore, "forget">;
  readonly addressKeys: Pick<AddressKeyStore, "ofMaker" | "revoke">;
}

/**
 * Ends what a person has here: what asks at their host for them, every yes it was told, sessions, and what they allowed apps.
 * Keys of their own end too where `keys` says so: else they are refused until the person signs in again, so that one wrong
 * refusal of a host costs nobody the keys of their agents. What belongs to accounts stays.
 */
export async function endAccess(
  person: PersonId,
  { keys }: { readonly keys: boolean },
  { sessions, grants, permissions, addressKeys }: EndAccessDeps,
): Promise<void> {
  await permissions.forget(person);
  await sessions.endAll(person);
  for (const { id } of await grants.ofPerson(person)) await grants.end(id);
  if (!keys) return;
  for (const { digest } of await addressKeys.ofMaker(person)) await addressKeys.revoke(person, digest);
}
