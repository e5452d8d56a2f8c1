import type { AccountSight, SightOf } from "../../../contracts/library/access.ts";
import { ACCOUNT_RECORD } from "../../../contracts/library/account_records.ts";
import { createNextFlight } from "../../flow/mod.ts";
import { personKey } from "../authorization/keys.ts";
import type { Kv } from "../kv.ts";
import { accountKey, memberKey } from "./account_keys.ts";
import { stampsIn } from "./library_stamps.ts";
import { roleIn } from "./role_in.ts";
import { FEED_KEY, libraryKey } from "./skill_keys.ts";

/**
 * All rows on which a call for an account is decided, in one look-up. Nothing of them is remembered: calls that come at the same
 * time share one that began after each of them had asked.
 */
export function createSightOf(kv: Kv): SightOf {
  const share = createNextFlight<AccountSight>();

  return (account, person) =>
    share(JSON.stringify([account, person]), async () => {
      const rows = [accountKey(account), libraryKey(account), FEED_KEY];
      const [row, items, head, known, member] = await kv.getMany<unknown[]>(
        person === null ? rows : [...rows, personKey(person), memberKey(account, person)],
      );
      return {
        account: ACCOUNT_RECORD.safeParse(row?.value).data ?? null,
        role: roleIn(account, known, member),
        stamps: stampsIn(items, head),
      };
    });
}
