import type {
  AccountAccess,
  Caller,
  Standing,
  StandingOf,
  UsageStore,
} from "../../../contracts/library/access.ts";
import type { Look } from "../../../contracts/auth/look.ts";
import type { Asker, Audience } from "../../../contracts/auth/viewer.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { PublishToken, PublishTokenStore } from "../../../contracts/library/publish_jobs.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createTokenBuckets } from "../../flow/mod.ts";
import { createDayBudget } from "./day_budget.ts";
import { jobSpender, keySpender, tokenSpender } from "./spender.ts";

export interface AccountAccessDeps {
  readonly standingOf: StandingOf;
  readonly usage: UsageStore;
  readonly publishTokens: Pick<PublishTokenStore, "find">;
  readonly clock: Clock;
  /** What an app's token must be for; null: nobody signs in here. */
  readonly audience: Audience | null;
  /** How fast a spender may ask, whatever its plan. */
  readonly rate?: Rate;
}

export interface Rate {
  /** Calls at once by who made none for a while. */
  readonly burst: number;
  readonly perSecond: number;
}

/** Against abuse: no person and no agent notices them. */
const RATE: Rate = { burst: 100, perSecond: 20 };

/** Admits to what accounts have, and counts what is asked there. */
export function createAccountAccess(deps: AccountAccessDeps): AccountAccess {
  const { standingOf, audience, clock, rate = RATE } = deps;
  const budget = createDayBudget(deps);
  const tooFast = createTokenBuckets({ clock, capacity: rate.burst, refillMs: 1000 / rate.perSecond });

  const pace: AccountAccess["pace"] = ({ spender }) => {
    const seconds = tooFast(spender);
    return seconds === 0 ? null : hurried(seconds);
  };

  async function standingAs(acting: Result<Acting, Failure>, look?: Look): Promise<Result<Caller, Failure>> {
    if (!acting.ok) return acting;
    const standing = await standingOf(acting.value.account, acting.value.by, look);
    if (standing === null) return INVALID;
    if (standing.isSuspended) return SUSPENDED;
    return success({ ...acting.value, ...standing });
  }

  return {
    callerOf: (asker, wanted = audience) => standingAs(actingFor(asker, wanted), lookOf(asker)),
    catalogCallerOf: (asker) => standingAs(actingForCatalog(asker), lookOf(asker)),

    async jobCallerOf(asker) {
      const job = asker.kind === "publish_token" ? await deps.publishTokens.find(asker.token) : null;
      return job === null ? INVALID : await standingAs(success(actingAsJob(job)));
    },

    async spend(caller) {
      const refusal = pace(caller);
      return refusal === null
        ? await budget.spend(caller)
        : { refusal, budget: budget.known(caller), giveBack() {} };
    },

    pace,

    budgetOf: budget.of,
  };
}

/** What was read with the credentials of who asks. */
function lookOf(asker: Asker): Look | undefined {
  return "look" in asker ? asker.look : undefined;
}

type Acting = Omit<Caller, keyof Standing>;

/** For which account somebody asks, by credentials that are for it. */
function actingFor(
  asker: Asker,
  audience: Audience | null,
): Result<Acting, Failure> {
  switch (asker.kind) {
    case "nobody":
    case "person":
      // A cookie travels by itself with whatever a page sends.
      return failure({ code: "auth.required" });
    case "refused":
      return failure(asker.failure);
    case "account_key": {
      const { account, maker, lastFour, scopes, skills, key } = asker;
      const by = { kind: "key", maker, lastFour } as const;
      return success({ account, by, scopes, skills, spender: keySpender(key) });
    }
    case "access_token": {
      if (asker.audience !== audience) return INVALID;
      const { account, person, scopes } = asker;
      const by = { kind: "token", person } as const;
      return success({ account, by, scopes, skills: null, spender: tokenSpender(account) });
    }
    case "address_key":
    case "catalog_key":
    case "publish_token":
      return INVALID;
  }
}

/** For which account somebody asks for the catalog. No sign-in helps there, and no key of another kind. */
function actingForCatalog(asker: Asker): Result<Acting, Failure> {
  switch (asker.kind) {
    case "nobody":
    case "person":
      return failure({ code: "auth.required", hint: WITH_CATALOG_KEY });
    case "refused":
      return failure({ ...asker.failure, hint: WITH_CATALOG_KEY });
    case "catalog_key": {
      const { account, maker, lastFour, key } = asker;
      const by = { kind: "key", maker, lastFour } as const;
      return success({ account, by, scopes: new Set(), skills: null, spender: keySpender(key) });
    }
    case "account_key":
    case "access_token":
    case "address_key":
    case "publish_token":
      return failure({
        code: "auth.invalid_token",
        reason: "it is not for the catalog",
        hint: WITH_CATALOG_KEY,
      });
  }
}

/** For which account a job publishes. */
function actingAsJob(job: PublishToken): Acting {
  const { account } = job;
  const skills = job.skills === null ? null : new Set(job.skills.map((name) => `${account}/${name}`));
  return {
    account,
    by: { kind: "job", job },
    scopes: new Set(["registry:write"]),
    skills,
    spender: jobSpender(job.connection),
  };
}

const WITH_CATALOG_KEY =
  "Send a catalog key in the authorization header, as Bearer ck_live_…; an account's Connect page makes one";

const INVALID: Result<never, Failure> = failure({
  code: "auth.invalid_token",
  reason: "it is not for this",
  hint: "Use an account key, or sign in for the account",
});

const SUSPENDED: Result<never, Failure> = failure({
  code: "account.suspended",
  hint: "Ask the operator of this server",
});

function hurried(seconds: number): Failure {
  const hint = "Ask again in a moment, and more slowly";
  return { code: "rate.limited", reason: "these come too fast", hint, retryAfterSeconds: seconds };
}
