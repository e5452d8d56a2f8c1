import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { EntryPage, ListedSkill } from "../../contracts/skills_extension.ts";
import type { Result } from "../../contracts/result.ts";
import { cursorsOf } from "./_cursor.ts";
import { entryPage } from "./_entry_page.ts";
import { publicationOf, publishedSkills } from "./_publication.ts";
import type { Snapshot } from "./snapshot.ts";

/** A page of the SKILL.md of listed skills, paged like `listSkills()`. Fails with `request.invalid`. */
export function listResources(
  snapshot: Snapshot,
  { cursor }: { readonly cursor?: string | undefined },
): Result<EntryPage<ListedSkill>, Failure> {
  const publication = publicationOf(snapshot);
  return entryPage(
    publishedSkills(publication, snapshot),
    { cursors: cursorsOf(snapshot, "resources"), cursor, size: MCP_LIMITS.entries.resources },
    ({ path, name, description, document }) => ({
      uri: publication.uris.of(path),
      name,
      description,
      mimeType: "text/markdown",
      size: document.bytes,
    }),
  );
}
