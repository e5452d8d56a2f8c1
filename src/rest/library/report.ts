import { REPORT_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_PATHS, LIBRARY_QUERIES, SKILL_REPORT } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { changeAnswer, changeResponse } from "./json_answer.ts";
import { readJson } from "./read_json.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";

/** `POST /api/v1/library/{owner}/{name}/reports` */
export function reportRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "reportSkill",
    method: "POST",
    path: "/api/v1/library/{owner}/{name}/reports",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: SKILL_REPORT },
    summary: "Report a skill",
    description:
      "Tells the operator what is wrong with a skill of the library or the catalog, ten times a day and person. Somebody looks at " +
      "it; nothing else comes of it by itself.",
    answers: [changeResponse("The operator has it", REPORT_ANSWER, 202)],
    failures: [
      "skill.not_found",
      "skill.own",
      "version.not_found",
      "version.removed",
      "request.not_json",
      "request.too_large",
      "request.timeout",
    ],
    async answer({ request, author, path }) {
      const said = await readJson(deps, request, SKILL_REPORT);
      if (!said.ok) return said;
      const { reason, version } = said.value;
      const made = await deps.library.report(author, path, {
        reason,
        ...(version !== undefined && { version }),
      });
      return made.ok ? success(changeAnswer({ status: "queued" }, 202)) : made;
    },
  });
}
