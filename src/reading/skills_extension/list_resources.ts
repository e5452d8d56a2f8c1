import type { Failure } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import type { EntryPage, ListedSkill } from "../../../contracts/mcp/skills_extension.ts";
import type { Result } from "../../../contracts/result.ts";
import { cursorsOf } from "../cursor.ts";
import { publishedSkills } from "./_published_skills.ts";
import { entryPage } from "./_entry_page.ts";
import { urisOf } from "../uris.ts";
import type { Source } from "../../../contracts/source.ts";

/** A page of the SKILL.md of listed skills, paged like `listSkills()`. Fails with `request.invalid`. */
export function listResources(
  source: Source,
  { cursor }: { readonly cursor?: string | undefined },
): Promise<Result<EntryPage<ListedSkill>, Failure>> {
  const uris = urisOf(source);
  return entryPage({
    cursors: cursorsOf(source, "resources"),
    cursor,
    size: MCP_LIMITS.entries.resources,
    rows: (start, count) => publishedSkills(source, start, count),
    describe: ({ path, name, description, document }) => ({
      uri: uris.of(path),
      name,
      description,
      mimeType: "text/markdown",
      size: document.bytes,
    }),
  });
}
