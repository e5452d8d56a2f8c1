import type { HostKey } from "../../../contracts/addresses.ts";
import type { Person } from "../../../contracts/auth/people.ts";
import type { NameOwner, SignInHost } from "../../../contracts/auth/sign_in.ts";
import type { HostTokensKeeper } from "../permission/host_tokens.ts";
import { personAt } from "./person_id.ts";

export interface NameOwnerDeps {
  /** In the order in which they decide. */
  readonly hosts: ReadonlyMap<HostKey, SignInHost>;
  readonly credentialOf: HostTokensKeeper["credentialOf"];
}

/**
 * Whose a name is among the hosts where people sign in: the first that knows it decides (docs/design/accounts.md "Slugs").
 * `unknown`: one could not be asked that might have known it.
 */
export function createNameOwner({ hosts, credentialOf }: NameOwnerDeps) {
  return async function ownerOf(
    name: string,
    person: Pick<Person, "id" | "host" | "login">,
  ): Promise<NameOwner | "unknown"> {
    for (const [key, host] of hosts) {
      const isThere = person.host === key;
      // What they are called where they signed in is theirs.
      if (isThere && person.login.toLowerCase() === name) return "theirs";
      const credential = isThere ? await credentialOf(person.id, key) : null;
      if (credential !== null && !credential.ok) return "unknown";
      const token = credential?.value?.token ?? null;
      const id = person.id.slice(personAt(key, "").length);
      const found = await host.ownerOf(name, token === null ? null : { id, login: person.login, token });
      if (!found.ok) return "unknown";
      if (found.value !== "nobody") return found.value;
    }
    return "nobody";
  };
}
