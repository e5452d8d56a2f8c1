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

/** Spenders whose calls are held; what is held of one that is forgotten is lost. */
const MOST_SPENDERS = 20_000;

/** What this process holds of a spender's day. */
interface Purse {
  readonly day: string;
  left: number;
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
    const purse: Purse = { day, left: 0, spent: 0, taking: null };
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

  async function take(purse: Purse, { spender, limits }: Caller): Promise<void> {
    const { taken, spent } = await usage.take(spender, purse.day, AT_A_TIME, limits.callsPerDay);
    purse.left += taken;
    purse.spent = spent;
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
        purse.taking ??= take(purse, caller).finally(() => purse.taking = null);
        await purse.taking;
      }
      if (isOver(purse, caller)) {
        const budget = told(purse, caller);
        return { refusal: usedUp(budget.resetSeconds), budget, giveBack() {} };
      }
      purse.left--;
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
