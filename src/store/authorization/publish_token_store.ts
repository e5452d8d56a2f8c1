import { PUBLISH_TOKEN_RECORD } from "../../../contracts/library/publish_job_records.ts";
import type { PublishTokenStore } from "../../../contracts/library/publish_jobs.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { publishTokenKey, usedIdentityKey } from "./keys.ts";

/** Publish tokens, and which identities were used: both go by themselves when they could not count any more. */
export function createPublishTokenStore(deps: KvDeps): PublishTokenStore {
  const { kv, clock } = deps;
  return {
    async issue(digest, token, { issuer, token: name, until }) {
      const used = usedIdentityKey(issuer, name);
      const row = publishTokenKey(digest);
      return await commit(
        deps,
        () =>
          kv.atomic()
            .check({ key: used, versionstamp: null })
            .set(used, true, { expireIn: Math.max(1, until - clock.now()) })
            .set(row, token, { expireIn: Math.max(1, token.expiresAt - clock.now()) }),
        async () => (await kv.get(row)).versionstamp !== null,
      );
    },

    async find(digest) {
      return (await readRow(kv, publishTokenKey(digest), PUBLISH_TOKEN_RECORD)).value;
    },

    async end(digest) {
      await commit(deps, () => kv.atomic().delete(publishTokenKey(digest)));
    },
  };
}
