import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { ACCOUNT_KEY_RECORD } from "../../../contracts/library/key_records.ts";
import type { AuditNote } from "../../../contracts/library/audit.ts";
import type { AccountKey, AccountKeyStore } from "../../../contracts/library/keys.ts";
import { commit, readRow } from "../kv.ts";
import { memberKey } from "../library/account_keys.ts";
import type { AuditRows } from "../library/audit_rows.ts";
import { roleIn } from "../library/role_in.ts";
import { accountKeyKey, accountKeyOfKey, accountKeysOfKey, accountKeyStampKey, personKey } from "./keys.ts";
import { type Beside, createOwnedSecrets, expiryOf, type OwnedSecretsDeps } from "./owned_secrets.ts";

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

  /** The audit's row, on the condition that who makes the key stays a member until it is there. */
  async function beside({ account, maker }: AccountKey, note: AuditNote): Promise<Beside | null> {
    const told = audit.row(account, note);
    if (maker === null) return told;
    const [person, member] = await kv.getMany([personKey(maker), memberKey(account, maker)]);
    if (roleIn(account, person, member) === null) return null;
    return (operation) => told(operation).check(person).check(member);
  }

  return {
    find,
    look,
    ofAccount: ofOwner,
    save: (digest, key, most, note) => save(digest, key, most, () => beside(key, note)),
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
