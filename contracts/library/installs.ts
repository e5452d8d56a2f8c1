/** Which accounts count as installs of the skills that they hold (docs/design/library.md "Stats"). */
import type { AccountId } from "../auth/viewer.ts";
import type { Account } from "./accounts.ts";
import type { SkillId } from "./versions.ts";

/** An account as old as this counts: who makes accounts to move a number waits a day for each. */
export const GROWN_UP_MS = 86_400_000;

/** Whether an account counts for what it holds; null: it is gone. An own skill never does. */
export type CountsAsInstall = (account: Account | null) => boolean;

export interface InstallStore {
  /** How many accounts count. */
  installs(skill: SkillId): Promise<number>;
  holders(skill: SkillId): AsyncIterable<AccountId>;
  /** Has a holder count, or not, as it stands at the commit; one that holds the skill no more is left alone. */
  settle(skill: SkillId, account: AccountId, counts: CountsAsInstall): Promise<void>;
  /** Sets the number to how many holders count, whatever it was. */
  recount(skill: SkillId): Promise<{ readonly before: number; readonly after: number }>;
  /** Accounts that have grown up, or whose standing changed, since anybody looked at what they hold. At most `most`. */
  due(now: number, most: number): Promise<readonly DueInstalls[]>;
  /** It was looked at; what came due meanwhile stays. */
  done(due: DueInstalls): Promise<void>;
}

/** An account whose installs are to be settled. */
export interface DueInstalls {
  readonly account: AccountId;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly versionstamp: string;
}
