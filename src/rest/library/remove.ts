import { LIBRARY_PATHS, LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { failure, success } from "../../../contracts/result.ts";
import { seenRevision } from "./_precondition.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";

/** `DELETE /api/v1/library/{owner}/{name}` */
export function removeRoute(deps: LibraryRestDeps): LibraryRoute {
  const { library } = deps;
  return libraryRoute({
    id: "removeSkill",
    method: "DELETE",
    path: "/api/v1/library/{owner}/{name}",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.remove,
    scope: "registry:write",
    summary: "Remove a skill",
    description:
      "Another account's skill goes out of the library, whether or not it was in it. An own one is deleted for good, and so only " +
      "with `delete=1`; `draft=1` takes its draft alone.",
    answers: [{
      status: 204,
      description: "It is not there",
      mediaTypes: [],
      schema: null,
      headers: ["cache-control"],
    }],
    failures: ["skill.not_found", "skill.own", "skill.in_use", "publish.not_allowed", "precondition.failed"],
    async answer(asked) {
      const { author, path, query } = asked;
      if (!await library.isOwn(author, path)) {
        const removed = await library.remove(author, path);
        return removed.ok ? success(noContent()) : removed;
      }
      if (query.draft === undefined && query.delete === undefined) {
        return failure({
          code: "skill.own",
          reason: "an own skill is deleted for good",
          hint: "Repeat the request with ?delete=1, or archive the skill instead",
        });
      }
      const revision = await seenRevision(deps, asked, path);
      if (!revision.ok) return revision;
      const gone = query.draft === undefined
        ? await library.delete(author, path.name, revision.value ?? undefined)
        : await library.discardDraft(author, path.name);
      return gone.ok ? success(noContent()) : gone;
    },
  });
}

function noContent(): Response {
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}
