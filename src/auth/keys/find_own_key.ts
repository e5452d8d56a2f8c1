import type { Clock } from "../../../contracts/ambient.ts";
import type { Identity } from "../../../contracts/auth/viewer.ts";
import type { ConnectionStore } from "../../../contracts/library/connections.ts";
import type { AccountKeyStore } from "../../../contracts/library/keys.ts";
import type { PublishTokenStore } from "../../../contracts/library/publish_jobs.ts";
import { findPublishToken } from "../jobs/publish_jobs.ts";
import { findAccountKey } from "./account_keys.ts";

/** Who holds what an account gave out: a key of its own, or a job's token. Null: it is neither, or good for nothing any more. */
export async function findOwnKey(
  bearer: string,
  { accountKeys: keys, publishTokens: tokens, connections, clock }: {
    readonly accountKeys: AccountKeyStore;
    readonly publishTokens: PublishTokenStore;
    readonly connections: Pick<ConnectionStore, "find">;
    readonly clock: Clock;
  },
): Promise<Identity | null> {
  return await findAccountKey(bearer, { keys, clock }) ??
    await findPublishToken(bearer, { tokens, connections, clock });
}
