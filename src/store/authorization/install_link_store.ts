import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { InstallLink, InstallLinkStore } from "../../../contracts/library/install_links.ts";
import { INSTALL_LINK_RECORD } from "../../../contracts/library/key_records.ts";
import { commit, type KvDeps } from "../kv.ts";
import type { AuditRows } from "../library/audit_rows.ts";
import { installLinkKey, installLinkOfKey, installLinksOfKey, installLinkStampKey } from "./keys.ts";
import { createOwnedSecrets } from "./owned_secrets.ts";

export function createInstallLinkStore(deps: KvDeps & { readonly audit: AuditRows }): InstallLinkStore {
  const { kv, audit } = deps;
  const { find, ofOwner, save, revoke } = createOwnedSecrets<AccountId, InstallLink>(deps, {
    shape: INSTALL_LINK_RECORD,
    row: installLinkKey,
    list: installLinksOfKey,
    listed: installLinkOfKey,
    stamp: installLinkStampKey,
    ownerOf: ({ account }) => account,
  });

  return {
    find,
    ofAccount: ofOwner,
    save: (digest, link, most, note) =>
      save(digest, link, most, () => Promise.resolve(audit.row(link.account, note))),
    revoke: (account, digest, note) => revoke(account, digest, audit.row(account, note)),

    async forget(account) {
      for (const { digest } of await ofOwner(account)) await revoke(account, digest);
      await commit(deps, () => kv.atomic().delete(installLinkStampKey(account)));
    },
  };
}
