import { PERSON_RECORD } from "../../../contracts/auth/people_records.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { MEMBER_RECORD } from "../../../contracts/library/account_records.ts";
import type { Role } from "../../../contracts/library/members.ts";

type Read = Deno.KvEntryMaybe<unknown> | undefined;

/** What somebody is in an account, by the row of the person and the one of the member. Null: no member. */
export function roleIn(account: AccountId, person: Read, member: Read): Role | null {
  const { data } = PERSON_RECORD.safeParse(person?.value);
  if (data?.accounts.includes(account) !== true) return null;
  // An account that was made before there were members is its person's own, and has no row of them.
  return MEMBER_RECORD.safeParse(member?.value).data?.role ?? "owner";
}
