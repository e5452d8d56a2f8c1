import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { ACCOUNT_KEY_RECORD } from "../../../contracts/library/key_records.ts";
import type { AccountKey, AccountKeyStore } from "../../../contracts/library/keys.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { accountKeyKey, accountKeyOfKey, accountKeysOfKey, accountKeyStampKey } from "./keys.ts";
import { createOwnedSecrets, expiryOf } from "./owned_secrets.ts";

export function createAccountKeyStore(deps: KvDeps): AccountKeyStore {
  const { kv, clock } = deps;
  const { ofOwner, ...secrets } = createOwnedSecrets<AccountId, AccountKey>(deps, {
    shape: ACCOUNT_KEY_RECORD,
    row: accountKeyKey,
    list: accountKeysOfKey,
    listed: accountKeyOfKey,
    stamp: accountKeyStampKey,
    ownerOf: ({ account }) => account,
  });

  return {
    ...secrets,
    ofAccount: ofOwner,

    async touch(digest, usedAt) {
      const row = await readRow(kv, accountKeyKey(digest), ACCOUNT_KEY_RECORD);
      const { value } = row;
      if (value === null || (value.usedAt ?? 0) >= usedAt) return;
      // On the condition that it is still there: a key that is revoked meanwhile does not come back.
      await commit(
        deps,
        () => kv.atomic().check(row).set(row.key, { ...value, usedAt }, expiryOf(value, clock)),
      );
    },
  };
}
