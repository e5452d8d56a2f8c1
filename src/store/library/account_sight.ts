import type { AccountSight, SightOf } from "../../../contracts/library/access.ts";
import { ACCOUNT_RECORD } from "../../../contracts/library/account_records.ts";
import { personKey } from "../authorization/keys.ts";
import { createLooks } from "../authorization/looks.ts";
import type { Kv } from "../kv.ts";
import { accountKey, memberKey } from "./account_keys.ts";
import { stampsIn } from "./library_stamps.ts";
import { roleIn } from "./role_in.ts";
import { FEED_KEY, libraryKey } from "./skill_keys.ts";

/** All rows on which a call for an account is decided, in one look: the call's own, where it has one. */
export function createSightOf(kv: Kv, looks = createLooks(kv)): SightOf {
  const read = looks.reads<AccountSight>(([row, items, head, known, member]) => {
    const account = ACCOUNT_RECORD.safeParse(row?.value).data ?? null;
    return {
      account,
      role: account === null ? null : roleIn(account.id, known, member),
      stamps: stampsIn(items, head),
    };
  });

  return (account, person, look) => {
    const rows = [accountKey(account), libraryKey(account), FEED_KEY];
    return read(
      `sight ${account} ${person ?? ""}`,
      person === null ? rows : [...rows, personKey(person), memberKey(account, person)],
      look,
    );
  };
}
