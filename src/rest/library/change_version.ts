import { SKILL_VERSION_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_PATHS, LIBRARY_QUERIES, VERSION_CHANGE } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { changeAnswer, changeResponse } from "./json_answer.ts";
import { asOwner } from "./_own_skill.ts";
import { seenRevision } from "./_precondition.ts";
import { readJson } from "./read_json.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { versionAnswer } from "./told_skill.ts";

/** `PATCH /api/v1/library/{owner}/{name}/versions/{label}` */
export function changeVersionRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "changeVersion",
    method: "PATCH",
    path: "/api/v1/library/{owner}/{name}/versions/{label}",
    parameters: LIBRARY_PATHS.version,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: VERSION_CHANGE },
    summary: "Yank a version, or take that back",
    description:
      "A yanked version is never the current one. Who pinned it, or asks for its label, still reads it.",
    answers: [changeResponse("The version as it is now", SKILL_VERSION_ANSWER)],
    failures: [
      "skill.not_found",
      "version.not_found",
      "version.removed",
      "publish.not_allowed",
      "precondition.failed",
      "request.not_json",
      "request.too_large",
      "request.timeout",
    ],
    async answer(asked) {
      const { author, path: { label, ...skill } } = asked;
      const own = await asOwner(deps, asked, skill);
      if (!own.ok) return own;
      const said = await readJson(deps, asked.request, VERSION_CHANGE);
      if (!said.ok) return said;
      const revision = await seenRevision(deps, asked, skill);
      if (!revision.ok) return revision;
      const { yanked, reason = null } = said.value;
      const made = await deps.library.yank(
        author,
        skill.name,
        label,
        yanked ? { reason } : null,
        revision.value ?? undefined,
      );
      return made.ok ? success(changeAnswer(versionAnswer(made.value))) : made;
    },
  });
}
