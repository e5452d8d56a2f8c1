import type { HostKey } from "../../../contracts/addresses.ts";
import type { SignInHost } from "../../../contracts/auth/sign_in.ts";
import type { MayWrite } from "../../../contracts/library/repository_sync.ts";
import type { HostTokensKeeper } from "../permission/host_tokens.ts";
import { personAt } from "./person_id.ts";

export interface MayWriteDeps {
  readonly hosts: ReadonlyMap<HostKey, SignInHost>;
  readonly credentialOf: HostTokensKeeper["credentialOf"];
}

/** Asks a host whether somebody who signed in there may write to a repository, now and every time. */
export function createMayWrite({ hosts, credentialOf }: MayWriteDeps): MayWrite {
  return async function mayWrite(person, { host: key, id, owner, name }) {
    const host = hosts.get(key);
    if (host === undefined || !person.startsWith(personAt(key, ""))) return "no";
    const credential = await credentialOf(person, key);
    if (!credential.ok || credential.value === null) return "unknown";
    const answer = await host.mayWrite({ owner, name, id }, credential.value);
    return answer.ok ? answer.value ? "yes" : "no" : "unknown";
  };
}
