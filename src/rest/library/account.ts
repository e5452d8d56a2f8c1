import { ACCOUNT_ANSWER } from "../../../contracts/rest/library_answers.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import { LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { failure, success } from "../../../contracts/result.ts";
import { nextUtcMidnight } from "../../../contracts/utc_time.ts";
import { NOT_MODIFIED } from "../operation.ts";
import { readAnswer, readResponse } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";

/** `GET /api/v1/account` */
export function accountRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "account",
    method: "GET",
    path: "/api/v1/account",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.none,
    scope: "registry:read",
    isFree: true,
    summary: "The account that asks",
    description:
      "The account of the key or token, what it may use, and what is left of the day. Costs no call.",
    answers: [readResponse("The account", ACCOUNT_ANSWER), NOT_MODIFIED],
    failures: [],
    async answer(asked) {
      const { caller } = asked;
      const account = await deps.accounts.account(caller.account);
      if (account === null) return failure({ code: "auth.invalid_token" });
      const { limit, used } = await deps.access.budgetOf(caller);
      const { slug, kind, verified, createdAt, plan } = account;
      const told: AnswerOf<typeof ACCOUNT_ANSWER> = {
        slug,
        kind,
        verified,
        createdAt: new Date(createdAt).toISOString(),
        plan,
        limits: caller.limits,
        role: caller.role,
        key: caller.by.kind === "key"
          ? {
            lastFour: caller.by.lastFour,
            scopes: [...caller.scopes],
            skills: caller.skills === null ? null : [...caller.skills],
          }
          : null,
        usage: { limit, used, resetAt: new Date(nextUtcMidnight(deps.clock.now())).toISOString() },
      };
      return success(readAnswer(deps, asked, told));
    },
  });
}
