/**
 * Pins where accounts, their names, members and audit lie in KV. A deployment's data outlives its code: who changes a
 * line here has to say what becomes of data under the old keys.
 */
import assert from "node:assert/strict";
import type { HostKey } from "../../contracts/addresses.ts";
import type { AccountId, PersonId } from "../../contracts/auth/viewer.ts";
import { claimOf, parseSlug } from "../../src/library/mod.ts";
import {
  accountKey,
  auditEntryKey,
  auditKey,
  endingKey,
  ENDINGS_KEY,
  foldedSlugKey,
  invitationKey,
  invitationsKey,
  invitedKey,
  invitedToKey,
  memberKey,
  membersKey,
  memberStampKey,
  slugKey,
} from "../../src/store/library/account_keys.ts";

Deno.test("keys of accounts are where they always were", () => {
  const [account, person, host] = ["1" as AccountId, "gh/7" as PersonId, "gh" as HostKey];
  const slug = parseSlug("a-cme5");
  assert(slug.ok);
  const claim = claimOf(slug.value);
  const pins: readonly (readonly [Deno.KvKey, Deno.KvKey])[] = [
    [accountKey(account), ["la", "1"]],
    [slugKey(claim.slug), ["ls", "a-cme5"]],
    [foldedSlugKey(claim.folded), ["lw", "acmes"]],
    [membersKey(account), ["lm", "1", "member"]],
    [memberKey(account, person), ["lm", "1", "member", "gh/7"]],
    [invitationsKey(account), ["lm", "1", "invited"]],
    [invitationKey(account, host, "eve"), ["lm", "1", "invited", "gh", "eve"]],
    [memberStampKey(account), ["lm", "1", "stamp"]],
    [invitedToKey(host, "eve"), ["lmi", "gh", "eve"]],
    [invitedKey(host, "eve", account), ["lmi", "gh", "eve", "1"]],
    [auditKey(account), ["lg", "1"]],
    [auditEntryKey(account, 5, 0, "id"), ["lg", "1", 5, 0, "id"]],
    [ENDINGS_KEY, ["ly", "account"]],
    [endingKey(5, account), ["ly", "account", 5, "1"]],
  ];
  for (const [key, pin] of pins) assert.deepEqual(key, pin);
});
