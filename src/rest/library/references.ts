import { LIBRARY_ENTRY } from "../../../contracts/rest/library_answers.ts";
import { LIBRARY_QUERIES, LIBRARY_REFERENCE } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { changeAnswer, changeResponse } from "./json_answer.ts";
import { readJson } from "./read_json.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { listedEntry } from "./told_skill.ts";

/** `POST /api/v1/library/refs` */
export function referencesRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "addToLibrary",
    method: "POST",
    path: "/api/v1/library/refs",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: LIBRARY_REFERENCE },
    summary: "Add a skill to the library",
    description:
      "A global skill of any account. With a `version` the library keeps that one whatever is published. " +
      "What may not be added is answered as what does not exist.",
    answers: [
      changeResponse("It was there", LIBRARY_ENTRY),
      changeResponse("It was added", LIBRARY_ENTRY, 201),
    ],
    failures: [
      "skill.not_found",
      "version.not_found",
      "version.removed",
      "account.full",
      "request.not_json",
      "request.too_large",
      "request.timeout",
    ],
    async answer({ request, author }) {
      const said = await readJson(deps, request, LIBRARY_REFERENCE);
      if (!said.ok) return said;
      const { version, ...skill } = said.value;
      const made = await deps.library.add(author, skill, version);
      return made.ok
        ? success(changeAnswer(listedEntry(made.value.listed), made.value.added ? 201 : 200))
        : made;
    },
  });
}
