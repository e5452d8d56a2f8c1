import type { Spender } from "../../../contracts/library/access.ts";
import type { ConnectionId } from "../../../contracts/library/connections.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";

/** A key spends for itself. */
export function keySpender(key: SecretDigest): Spender {
  return spender(`account_key ${key}`);
}

/** All tokens of an account spend together. */
export function tokenSpender(account: AccountId): Spender {
  return spender(`access_token ${account}`);
}

/** All jobs of a connected repository spend together. */
export function jobSpender(connection: ConnectionId): Spender {
  return spender(`job ${connection}`);
}

function spender(name: string): Spender {
  return name as Spender;
}
