import {
  DRAFT_PUBLICATION,
  LIBRARY_PATHS,
  LIBRARY_QUERIES,
} from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { asOwner } from "./_own_skill.ts";
import { seenRevision } from "./_precondition.ts";
import { readJson } from "./read_json.ts";
import { readAcknowledged, readNotes } from "./_read_upload.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { PUBLICATIONS, PUBLISH_FAILURES, published } from "./publish.ts";

/** `POST /api/v1/library/{owner}/{name}/publish` */
export function publishDraftRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "publishDraft",
    method: "POST",
    path: "/api/v1/library/{owner}/{name}/publish",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: DRAFT_PUBLICATION },
    summary: "Publish a draft",
    description: "The skill's draft becomes a version. An empty object publishes it as it is.",
    answers: PUBLICATIONS,
    failures: [
      ...PUBLISH_FAILURES,
      "skill.not_found",
      "request.not_json",
      "request.too_large",
      "request.timeout",
    ],
    async answer(asked) {
      const own = await asOwner(deps, asked, asked.path);
      if (!own.ok) return own;
      const said = await readJson(deps, asked.request, DRAFT_PUBLICATION);
      if (!said.ok) return said;
      const revision = await seenRevision(deps, asked, asked.path);
      if (!revision.ok) return revision;
      const { visibility, version, acknowledge, notes } = said.value;
      const made = await deps.library.publishDraft(asked.author, asked.path.name, {
        ...(visibility !== undefined && { visibility }),
        ...(version !== undefined && { label: version }),
        ...(revision.value !== null && { ifRevision: revision.value }),
        notes: readNotes(notes),
        acknowledged: readAcknowledged(acknowledge),
      });
      return made.ok ? success(published(made.value)) : made;
    },
  });
}
