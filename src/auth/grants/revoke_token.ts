import type { ClientId } from "../../../contracts/auth/clients.ts";
import type { GrantStore } from "../../../contracts/auth/grants.ts";
import { digestOf, grantOfToken } from "../secrets.ts";

/**
 * Takes a token back (RFC 7009): a refresh token, the newest or an older one, with its whole grant; an access
 * token itself. What is not known, or is another client's, stays as it is, and that looks the same.
 */
export async function revokeToken(token: string, client: ClientId, grants: GrantStore): Promise<void> {
  const digest = digestOf(token);
  const refreshId = grantOfToken(token, "rt_");
  if (refreshId !== null) {
    const found = await grants.refresh(digest, refreshId);
    if (found?.grant.value.client === client) await grants.end(refreshId);
    return;
  }
  const accessId = grantOfToken(token, "ot_");
  const found = accessId === null ? null : await grants.access(digest, accessId);
  if (found?.grant.client === client) await grants.endAccess(digest);
}

/** Whether `presented` is a code or token that was given to `client`: all that a client named by a URL has to show. */
export async function wasGivenTo(presented: string, client: ClientId, grants: GrantStore): Promise<boolean> {
  const digest = digestOf(presented);
  if (presented.startsWith("oc_")) return (await grants.code(digest))?.value.client === client;
  const refreshId = grantOfToken(presented, "rt_");
  if (refreshId !== null) return (await grants.refresh(digest, refreshId))?.grant.value.client === client;
  const accessId = grantOfToken(presented, "ot_");
  return accessId !== null && (await grants.access(digest, accessId))?.grant.client === client;
}
