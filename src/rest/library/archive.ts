import { LIBRARY_PATHS, LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { ARCHIVE_ANSWERS, createAnswerArchive } from "./version_archive.ts";

/** `GET /api/v1/library/{owner}/{name}/archive` */
export function archiveRoute(deps: LibraryRestDeps): LibraryRoute {
  const answerArchive = createAnswerArchive(deps);
  return libraryRoute({
    id: "skillArchive",
    method: "GET",
    path: "/api/v1/library/{owner}/{name}/archive",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.archive,
    scope: "registry:read",
    summary: "A skill to install",
    description: "Every file of a version as it was published. The same version gives the same bytes.",
    answers: ARCHIVE_ANSWERS,
    failures: [
      "skill.not_found",
      "version.not_found",
      "version.removed",
      "file.described_only",
      "server.busy",
    ],
    async answer(asked) {
      const { author, path, query: { state, version, ...form } } = asked;
      const within = state === "all" ? "own" : "library";
      const found = await deps.library.files(author, path, within, version);
      return found.ok ? await answerArchive(asked, found.value, form) : found;
    },
  });
}
