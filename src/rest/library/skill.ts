import { LIBRARY_SKILL_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_PATHS, LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { NOT_MODIFIED } from "../operation.ts";
import { readAnswer, readResponse } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { skillAnswer } from "./told_skill.ts";

/** `GET /api/v1/library/{owner}/{name}` */
export function skillRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "librarySkill",
    method: "GET",
    path: "/api/v1/library/{owner}/{name}",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.skill,
    scope: "registry:read",
    summary: "A skill of the library",
    description: "What there is to know of it. Its `etag` is what `if-match` takes for a change.",
    answers: [readResponse("The skill", LIBRARY_SKILL_ANSWER), NOT_MODIFIED],
    failures: ["skill.not_found"],
    async answer(asked) {
      const within = asked.query.state === "all" ? "own" : "library";
      const found = await deps.library.skill(asked.author, asked.path, within);
      return found.ok ? success(readAnswer(deps, asked, skillAnswer(found.value))) : found;
    },
  });
}
