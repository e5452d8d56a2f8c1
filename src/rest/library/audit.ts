import type { AuditActor, AuditEntry } from "../../../contracts/library/audit.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import { AUDIT_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { failure, success } from "../../../contracts/result.ts";
import { NOT_MODIFIED } from "../operation.ts";
import { readAnswer, readResponse } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { asOverseer } from "./overseer.ts";

type Told = AnswerOf<typeof AUDIT_ANSWER>["entries"][number];

/** `GET /api/v1/account/audit` */
export function auditRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "audit",
    method: "GET",
    path: "/api/v1/account/audit",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.audit,
    scope: "registry:read",
    summary: "What was changed, and by whom",
    description: "Every change of the account within 400 days, for its owners and admins.",
    answers: [readResponse("A page of changes", AUDIT_ANSWER), NOT_MODIFIED],
    failures: ["account.forbidden"],
    async answer(asked) {
      const { caller, query: { order, cursor = null, limit } } = asked;
      const overseer = asOverseer(caller);
      if (!overseer.ok) return overseer;
      const page = await deps.audit.list(caller.account, { newestFirst: order === "newest", cursor, limit });
      if (page === null) {
        return failure({
          code: "request.invalid",
          reason: "the cursor is none of this list",
          hint: "Leave it out",
        });
      }
      return success(readAnswer(deps, asked, { entries: page.entries.map(told), nextCursor: page.cursor }));
    },
  });
}

function told({ at, actor, action, target, before, after, request }: AuditEntry): Told {
  return {
    at: new Date(at).toISOString(),
    actor: toldActor(actor),
    action,
    target,
    before,
    after,
    requestId: request,
  };
}

function toldActor(actor: AuditActor): Told["actor"] {
  switch (actor.kind) {
    case "person":
      return { kind: "person", login: actor.login };
    case "key":
      return { kind: "key", lastFour: actor.lastFour };
    case "job":
      return { kind: "job", repository: actor.repository, run: actor.run };
    case "operator":
    case "server":
      return { kind: actor.kind };
  }
}
