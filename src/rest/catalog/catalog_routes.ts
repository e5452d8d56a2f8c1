import { type Context, Hono } from "hono";
import type { Failure } from "../../../contracts/errors.ts";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { Caller, Spent } from "../../../contracts/library/access.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createTokenBuckets } from "../../flow/mod.ts";
import {
  budgetHeaders,
  failureResponse,
  requestPath,
  type RequestVariables,
  tellCatalogRefusal,
} from "../../http/mod.ts";
import { patternOf, segmentsOf } from "../path_segments.ts";
import type { CatalogRestDeps } from "./catalog_deps.ts";
import type { CatalogRoute } from "./catalog_route.ts";

type Routes = Hono<{ Variables: RequestVariables }>;

/** What is flagged or withdrawn must not live on in caches for longer. */
const EVERYBODYS = { "cache-control": "public, max-age=60", "vary": "authorization" };
/** An answer that tells what is left of a key's day is its holder's. */
const HOLDERS = { "cache-control": "private, max-age=60", "vary": "authorization" };

/** Against abuse by who shows no key: no person and no agent notices them. */
const AT_ONCE = 100;
const PER_SECOND = 20;

/** Serves the catalog to everybody; who shows a key of an account is counted there. */
export function catalogRoutes(deps: CatalogRestDeps, served: readonly CatalogRoute[]): Routes {
  const { access } = deps;
  const tooFast = createTokenBuckets({ clock: deps.clock, capacity: AT_ONCE, refillMs: 1000 / PER_SECOND });
  const routes: Routes = new Hono();

  /** Null: who asks shows no key. */
  async function callerOf(asker: Asker): Promise<Result<Caller, Failure> | null> {
    switch (asker.kind) {
      case "catalog_key":
      case "refused":
        return await access.catalogCallerOf(asker);
      case "account_key":
        return await access.callerOf(asker);
      case "nobody":
      case "person":
      case "address_key":
      case "publish_token":
      case "access_token":
        return null;
    }
  }

  /** Lets a question in. The budget is of who shows a key; null: they show none. */
  async function admitted(asker: Asker): Promise<Result<Pick<Spent, "budget" | "giveBack"> | null, Failure>> {
    const caller = await callerOf(asker);
    if (caller === null) {
      const seconds = tooFast(asker.client?.() ?? "");
      return seconds === 0 ? success(null) : failure({
        code: "rate.limited",
        reason: "these come too fast",
        hint: "Ask again in a moment, or with a catalog key",
        retryAfterSeconds: seconds,
      });
    }
    if (!caller.ok) return failure(tellCatalogRefusal(caller.error, ""));
    const { refusal, budget, giveBack } = await access.spend(caller.value);
    return refusal === null ? success({ budget, giveBack }) : failure(refusal);
  }

  async function respond(route: CatalogRoute, context: Context<{ Variables: RequestVariables }>) {
    context.set("route", "catalog");
    const request = context.req.raw;
    const segments = segmentsOf(route.path, requestPath(request));
    if (!segments.ok) return failureResponse(segments.error);
    const asker = await context.get("identify")("bearer");
    const spent = await admitted(asker);
    if (!spent.ok) return failureResponse(spent.error);
    const told = spent.value === null ? {} : budgetHeaders(spent.value.budget);
    const kept = spent.value === null ? EVERYBODYS : { ...HOLDERS, ...told };
    const answer = await route.respond({ request, asker, kept }, segments.value);
    if (!answer.ok) return failureResponse(answer.error, told);
    if (answer.value.status === 304) spent.value?.giveBack();
    return answer.value;
  }

  for (const route of served) {
    const pattern = patternOf(route.path);
    routes.get(pattern, (context) => respond(route, context));
    routes.all(pattern, () => failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" }));
  }
  return routes;
}
