import { SKILL_VERSION_ANSWER, SKILL_VERSIONS_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_PATHS, LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { NOT_MODIFIED } from "../operation.ts";
import { readAnswer, readResponse } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { versionAnswer } from "./told_skill.ts";

/** `GET /api/v1/library/{owner}/{name}/versions` */
export function versionsRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "skillVersions",
    method: "GET",
    path: "/api/v1/library/{owner}/{name}/versions",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.skill,
    scope: "registry:read",
    summary: "The versions of a skill",
    description: "All of an own skill, and of another account's those that others may read; at most 1,000.",
    answers: [readResponse("The versions", SKILL_VERSIONS_ANSWER), NOT_MODIFIED],
    failures: ["skill.not_found"],
    async answer(asked) {
      const within = asked.query.state === "all" ? "own" : "library";
      const found = await deps.library.versions(asked.author, asked.path, within);
      return found.ok
        ? success(readAnswer(deps, asked, { versions: found.value.map(versionAnswer) }))
        : found;
    },
  });
}

/** `GET /api/v1/library/{owner}/{name}/versions/{label}` */
export function versionRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "skillVersion",
    method: "GET",
    path: "/api/v1/library/{owner}/{name}/versions/{label}",
    parameters: LIBRARY_PATHS.version,
    query: LIBRARY_QUERIES.skill,
    scope: "registry:read",
    summary: "One version of a skill",
    description: "A yanked version is told too: it can still be read by its label.",
    answers: [readResponse("The version", SKILL_VERSION_ANSWER), NOT_MODIFIED],
    failures: ["skill.not_found", "version.not_found", "version.removed"],
    async answer(asked) {
      const within = asked.query.state === "all" ? "own" : "library";
      const found = await deps.library.version(asked.author, asked.path, asked.path.label, within);
      return found.ok ? success(readAnswer(deps, asked, versionAnswer(found.value))) : found;
    },
  });
}
