/** Stand-ins for what connections name, where no host is asked. */
import type { HostKey } from "../../../contracts/addresses.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { AccountId, Identity } from "../../../contracts/auth/viewer.ts";
import type { ConnectedPlace } from "../../../contracts/library/repository_sync.ts";
import { success } from "../../../contracts/result.ts";

/** Takes every address as it is, of the default branch. */
export const ANY_PLACE = {
  parse(address: string) {
    const [, host = "", owner = "", name = ""] = address.split("/");
    const place: ConnectedPlace = { address, branch: null, host: host as HostKey, owner, name };
    return success(place);
  },
};

/** A job that publishes for an account. */
export function publishTokenOf(account: AccountId): Extract<Identity, { kind: "publish_token" }> {
  return { kind: "publish_token", account, token: "d".repeat(64) as SecretDigest };
}
