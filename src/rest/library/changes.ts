import { LIBRARY_CHANGES_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { NOT_MODIFIED } from "../operation.ts";
import { readAnswer, readResponse } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";

/** `GET /api/v1/account/changes` */
export function changesRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "libraryChanges",
    method: "GET",
    path: "/api/v1/account/changes",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.changes,
    scope: "registry:read",
    summary: "What changed in the library",
    description:
      "New versions, withdrawals, flags, renames and transfers within 90 days, of the account's own skills and of those " +
      "that it has of others, since it added them.",
    answers: [readResponse("A page of changes", LIBRARY_CHANGES_ANSWER), NOT_MODIFIED],
    failures: ["cursor.invalid"],
    async answer(asked) {
      const { author, query: { cursor = null, limit } } = asked;
      const page = await deps.library.changes(author, { cursor, limit });
      if (!page.ok) return page;
      const changes = page.value.changes.map(({ at, kind, owner, name, isOwn, version, from, to }) => ({
        at: new Date(at).toISOString(),
        kind,
        owner,
        name,
        own: isOwn,
        version,
        from,
        to,
      }));
      return success(readAnswer(deps, asked, { changes, nextCursor: page.value.cursor }));
    },
  });
}
