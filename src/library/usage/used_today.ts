import type { Clock } from "../../../contracts/ambient.ts";
import type { UsageStore } from "../../../contracts/library/access.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import { type AccountKeyStore, shownKey } from "../../../contracts/library/keys.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { keySpender, tokenSpender } from "./spender.ts";

/** What one key, or all apps together, used up of a UTC day. */
export interface UsedToday {
  /** `sk_live_…1a2b`, or "Apps". */
  readonly name: string;
  /** With what processes took to hand out and did not yet, a few calls each. */
  readonly used: number;
  /** Null: as many calls as it makes. */
  readonly limit: number | null;
}

export interface UsedTodayDeps {
  readonly usage: Pick<UsageStore, "spent">;
  readonly accountKeys: Pick<AccountKeyStore, "ofAccount">;
  readonly clock: Pick<Clock, "now">;
}

/** What an account's keys and apps asked today: one look-up each. */
export async function usedToday(
  { usage, accountKeys, clock }: UsedTodayDeps,
  account: Account,
): Promise<readonly UsedToday[]> {
  const day = utcDay(clock.now());
  const limit = limitsOf(account).callsPerDay;
  const keys = (await accountKeys.ofAccount(account.id)).filter(({ kind }) => kind === "account");
  const spenders = [
    ...keys.map(({ digest, kind, lastFour }) => ({
      name: shownKey({ kind, lastFour }),
      spender: keySpender(digest),
    })),
    { name: "Apps", spender: tokenSpender(account.id) },
  ];
  return await Promise.all(
    spenders.map(async ({ name, spender }) => ({ name, used: await usage.spent(spender, day), limit })),
  );
}
