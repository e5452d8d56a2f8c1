import type { HostKey } from "../../../contracts/addresses.ts";
import type { SignInHost } from "../../../contracts/auth/sign_in.ts";
import type { NumbersOf } from "../../../contracts/library/repository_sync.ts";
import type { HostTokensKeeper } from "../permission/host_tokens.ts";
import { personAt } from "./person_id.ts";

export interface NumbersOfDeps {
  readonly hosts: ReadonlyMap<HostKey, SignInHost>;
  readonly credentialOf: HostTokensKeeper["credentialOf"];
}

/** Asks a host for the numbers of a repository and its owner: as who asks, where they signed in there, else as everybody. */
export function createNumbersOf({ hosts, credentialOf }: NumbersOfDeps): NumbersOf {
  return async function numbersOf(person, { host: key, owner, name }) {
    const host = hosts.get(key);
    if (host === undefined) return null;
    const isThere = person !== null && person.startsWith(personAt(key, ""));
    const credential = isThere ? await credentialOf(person, key) : null;
    if (credential !== null && !credential.ok) return null;
    const numbers = await host.numbersOf({ owner, name }, credential?.value ?? null);
    return numbers.ok ? numbers.value : null;
  };
}
