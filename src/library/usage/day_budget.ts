import type { Clock } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Budget, Caller, Spent, UsageStore } from "../../../contracts/library/access.ts";
import { nextUtcMidnight, utcDay } from "../../../contracts/utc_time.ts";
import { createBoundedMap } from "../../flow/mod.ts";

export interface DayBudgetDeps {
  readonly usage: UsageStore;
  readonly clock: Clock;
}

/** Counts the calls of a UTC day. */
export interface DayBudget {
  spend(caller: Caller): Promise<Spent>;
  of(caller: Caller): Promise<Budget>;
  /** As far as this process knows, without a look at the store. */
  known(caller: Caller): Budget;
}

/**
 * So many calls are taken from a day at a time, and handed out here: a store is written to once for all of them. What a
 * process took and did not hand out is lost, so that processes never let more through than there is.
 */
const AT_A_TIME = 16;

/** Who asks all day has as many taken again as were handed out, up to this and to so small a part of the day's calls. */
const MOST_AT_A_TIME = 1024;
const PART_OF_DAY = 1 / 100;

/** Spenders whose calls are held; what is held of one that is forgotten is lost. */
const MOST_SPENDERS = 20_000;

/** What this process holds of a spender's day. */
interface Purse {
  readonly day: string;
  left: number;
  /** What was handed out here. */
  handedOut: number;
  /** What all processes had taken, when it was looked at last. */
  spent: number;
  /** The taking of more, while it is under way: all who wait for it are served of it. */
  taking: Promise<void> | null;
}

export function createDayBudget({ usage, clock }: DayBudgetDeps): DayBudget {
  const purses = createBoundedMap<Purse>(MOST_SPENDERS);

  function purseOf({ spender }: Caller): Purse {
    const day = utcDay(clock.now());
    const known = purses.get(spender);
    if (known?.day === day) return known;
    const purse: Purse = { day, left: 0, handedOut: 0, spent: 0, taking: null };
    purses.set(spender, purse);
    return purse;
  }

  function told(purse: Purse, { limits }: Caller): Budget {
    const now = clock.now();
    return {
      limit: limits.callsPerDay,
      used: purse.spent - purse.left,
      resetSeconds: Math.ceil((nextUtcMidnight(now) - now) / 1000),
    };
  }

  function amountFor({ handedOut }: Purse, { limits: { callsPerDay } }: Caller): number {
    const most = callsPerDay === null
      ? MOST_AT_A_TIME
      : Math.min(MOST_AT_A_TIME, Math.floor(callsPerDay * PART_OF_DAY));
    return Math.max(AT_A_TIME, Math.min(most, handedOut));
  }

  async function take(purse: Purse, caller: Caller): Promise<void> {
    const { spender, limits } = caller;
    const { taken, spent } = await usage.take(
      spender,
      purse.day,
      amountFor(purse, caller),
      limits.callsPerDay,
    );
    purse.left += taken;
    purse.spent = spent;
  }

  /** Those who wait for more wait for the same. */
  function refill(purse: Purse, caller: Caller): Promise<void> {
    return purse.taking ??= take(purse, caller).finally(() => purse.taking = null);
  }

  /** More for who asks a lot, before it is waited for. Where that fails, whoever waits for it is told. */
  function refillAhead(purse: Purse, caller: Caller): void {
    const amount = amountFor(purse, caller);
    const { callsPerDay } = caller.limits;
    const isMore = callsPerDay === null || purse.spent < callsPerDay;
    if (amount > AT_A_TIME && isMore && purse.left < amount / 4) refill(purse, caller).catch(() => {});
  }

  /** Whether nothing is left, as far as is known: a day's calls only become fewer. */
  function isOver(purse: Purse, { limits }: Caller): boolean {
    const { callsPerDay } = limits;
    return callsPerDay !== null && purse.spent - purse.left >= callsPerDay;
  }

  return {
    known: (caller) => told(purseOf(caller), caller),

    async spend(caller) {
      const purse = purseOf(caller);
      while (purse.left === 0 && !isOver(purse, caller)) {
        await refill(purse, caller);
      }
      if (isOver(purse, caller)) {
        const budget = told(purse, caller);
        return { refusal: usedUp(budget.resetSeconds), budget, giveBack() {} };
      }
      purse.left--;
      purse.handedOut++;
      refillAhead(purse, caller);
      let isSpent = true;
      return {
        refusal: null,
        get budget() {
          return told(purse, caller);
        },
        giveBack() {
          if (isSpent) purse.left++;
          isSpent = false;
        },
      };
    },

    async of(caller) {
      const purse = purseOf(caller);
      purse.spent = Math.max(purse.spent, await usage.spent(caller.spender, purse.day));
      return told(purse, caller);
    },
  };
}

function usedUp(retryAfterSeconds: number): Failure {
  return {
    code: "rate.limited",
    reason: "the calls of this day are used up",
    hint: "Ask again after midnight, UTC",
    retryAfterSeconds,
  };
}
