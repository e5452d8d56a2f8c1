import type { MiddlewareHandler } from "hono";
import type { AccountAccess, Caller } from "../../../contracts/library/access.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { TellAccountRefusal } from "./challenge.ts";
import { budgetHeaders } from "./budget_headers.ts";
import { failureResponse } from "../failure_response.ts";
import type { RequestVariables } from "../request_scope.ts";

export interface AccountVariables extends RequestVariables {
  /** Who asks for what an account has. */
  caller: Caller;
}

export interface AccountOnlyDeps {
  readonly access: AccountAccess;
  readonly tellRefusal: TellAccountRefusal;
}

/** What a route asks of who calls it. */
export interface AccountNeeds {
  readonly scope: "registry:read" | "registry:write";
  /** Left out, an answer costs a call of the day, but for a 304. However little it costs, it is asked for no faster. */
  readonly isFree?: true;
  /** Jobs of build systems call it too, with a publish token. */
  readonly takesJobs?: true;
}

const WITH_A_KEY = "A publish token publishes and does nothing else: use an account key";

const JOBS_READ_NOTHING: Failure = { code: "auth.insufficient_scope", hint: WITH_A_KEY };
const JOBS_PUBLISH_ONLY: Failure = {
  code: "publish.not_allowed",
  reason: "a job's token changes nothing that is there",
  hint: WITH_A_KEY,
};

/**
 * Lets a route be called with an account's key or token alone, and counts it. What it answers is that account's: no shared
 * cache keeps it.
 */
export function accountOnly(
  { access, tellRefusal }: AccountOnlyDeps,
  { scope, isFree, takesJobs }: AccountNeeds,
): MiddlewareHandler<{ Variables: AccountVariables }> {
  return async function accountOnly(context, next) {
    const { url } = context.req;
    const asker = await context.get("identify")("bearer");
    const isJob = asker.kind === "publish_token";
    if (isJob && !takesJobs) {
      return failureResponse(scope === "registry:read" ? JOBS_READ_NOTHING : JOBS_PUBLISH_ONLY, PRIVATE);
    }
    const caller = await (isJob ? access.jobCallerOf(asker) : access.callerOf(asker));
    if (!caller.ok) return failureResponse(tellRefusal(caller.error, url), PRIVATE);
    if (!caller.value.scopes.has(scope)) {
      return failureResponse(tellRefusal({ code: "auth.insufficient_scope" }, url), PRIVATE);
    }
    const hurry = isFree ? access.pace(caller.value) : null;
    if (hurry !== null) return failureResponse(hurry, PRIVATE);
    const spent = isFree ? null : await access.spend(caller.value);
    if (spent !== null && spent.refusal !== null) {
      return failureResponse(spent.refusal, { ...PRIVATE, ...budgetHeaders(spent.budget) });
    }
    context.set("caller", caller.value);
    await next();
    const { headers, status } = context.res;
    if (status === 304) spent?.giveBack();
    const budget = spent?.budget ?? await access.budgetOf(caller.value);
    for (const [name, value] of Object.entries({ ...PRIVATE, ...budgetHeaders(budget) })) {
      if (name !== "cache-control" || !headers.has(name)) headers.set(name, value);
    }
  };
}

const PRIVATE = { "cache-control": "private, no-cache", "vary": "authorization" };
