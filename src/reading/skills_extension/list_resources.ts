import type { Failure } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import type { EntryPage, ListedSkill } from "../../../contracts/skills_extension.ts";
import type { Result } from "../../../contracts/result.ts";
import { cursorsOf } from "../cursor.ts";
import { entryPage } from "./_entry_page.ts";
import { publishedSkillsOf, publishedWithin } from "./_published_skills.ts";
import type { Source } from "../../../contracts/source.ts";

/** A page of the SKILL.md of listed skills, paged like `listSkills()`. Fails with `request.invalid`. */
export function listResources(
  source: Source,
  { cursor }: { readonly cursor?: string | undefined },
): Result<EntryPage<ListedSkill>, Failure> {
  const published = publishedSkillsOf(source);
  return entryPage(
    publishedWithin(published, source),
    { cursors: cursorsOf(source, "resources"), cursor, size: MCP_LIMITS.entries.resources },
    ({ path, name, description, document }) => ({
      uri: published.uris.of(path),
      name,
      description,
      mimeType: "text/markdown",
      size: document.bytes,
    }),
  );
}
