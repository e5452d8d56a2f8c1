import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { ACCOUNT_KEY_RECORD } from "../../../contracts/library/key_records.ts";
import type { AccountKey, AccountKeyStore } from "../../../contracts/library/keys.ts";
import { commit, readRow } from "../kv.ts";
import type { AuditRows } from "../library/audit_rows.ts";
import { accountKeyKey, accountKeyOfKey, accountKeysOfKey, accountKeyStampKey } from "./keys.ts";
import { createOwnedSecrets, expiryOf, type OwnedSecretsDeps } from "./owned_secrets.ts";

export interface AccountKeyStoreDeps extends OwnedSecretsDeps {
  readonly audit: AuditRows;
}

export function createAccountKeyStore(deps: AccountKeyStoreDeps): AccountKeyStore {
  const { kv, clock, audit } = deps;
  const { find, look, ofOwner, save, revoke } = createOwnedSecrets<AccountId, AccountKey>(deps, {
    shape: ACCOUNT_KEY_RECORD,
    row: accountKeyKey,
    list: accountKeysOfKey,
    listed: accountKeyOfKey,
    stamp: accountKeyStampKey,
    ownerOf: ({ account }) => account,
  });

  return {
    find,
    look,
    ofAccount: ofOwner,
    save: (digest, key, most, note) => save(digest, key, most, audit.row(key.account, note)),
    revoke: (account, digest, note) => revoke(account, digest, audit.row(account, note)),

    async touch(digest, usedAt) {
      const row = await readRow(kv, accountKeyKey(digest), ACCOUNT_KEY_RECORD);
      const { value } = row;
      if (value === null || (value.usedAt ?? 0) >= usedAt) return;
      const used = { ...value, usedAt };
      // On the condition that it is still there: a key that is revoked meanwhile does not come back.
      await commit(deps, () => kv.atomic().check(row).set(row.key, used, expiryOf(value, clock)));
    },

    async forget(account) {
      for (const { digest } of await ofOwner(account)) await revoke(account, digest);
      await commit(deps, () => kv.atomic().delete(accountKeyStampKey(account)));
    },
  };
}
