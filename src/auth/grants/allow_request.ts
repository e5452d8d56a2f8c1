import type { Clock } from "../../../contracts/ambient.ts";
import type { ClientStore } from "../../../contracts/auth/clients.ts";
import type { GrantStore } from "../../../contracts/auth/grants.ts";
import type { AccountId, PersonId, Scope } from "../../../contracts/auth/viewer.ts";
import { isDocumentId } from "../clients/client_id.ts";
import type { ProtectedResource } from "../resource.ts";
import { digestOf, newGrantId, newSecret, type RandomBytes } from "../secrets.ts";
import type { AuthorizeRequest } from "./authorize_request.ts";

export interface AllowDeps {
  readonly grants: GrantStore;
  readonly clients: ClientStore;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

const CODE_MS = 60_000;

/** The one scope of each resource; nothing but reading is granted to an app. */
export function scopeOf({ kind }: ProtectedResource): Scope {
  return kind === "address" ? "repo:read" : "registry:read";
}

/** A person allows what an app asks for: the code that the app exchanges for tokens. */
export async function allowRequest(
  { client, redirectUri, challenge, resource }: AuthorizeRequest,
  person: PersonId,
  account: AccountId,
  { grants, clients, clock, randomBytes }: AllowDeps,
): Promise<string> {
  const code = newSecret("oc_", randomBytes);
  if (!isDocumentId(client.id)) await clients.keep(client.id);
  await grants.saveCode(digestOf(code), {
    client: client.id,
    clientName: client.name,
    person,
    account,
    audience: resource.audience,
    scope: scopeOf(resource),
    grant: newGrantId(randomBytes),
    redirectUri,
    challenge,
    expiresAt: clock.now() + CODE_MS,
    isUsed: false,
  });
  return code;
}
