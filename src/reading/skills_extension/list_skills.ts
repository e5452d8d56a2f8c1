import type { Failure } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import type { EntryPage, SkillEntry } from "../../../contracts/mcp/skills_extension.ts";
import type { Result } from "../../../contracts/result.ts";
import { cursorsOf } from "../cursor.ts";
import { entryPage } from "./_entry_page.ts";
import { publishedSkills } from "./_published_skills.ts";
import { entryOf } from "./_skill_entry.ts";
import { urisOf } from "../uris.ts";
import type { Source } from "../../../contracts/source.ts";

/** A page of the skills that the skills extension lists, in path order. Fails with `request.invalid`. */
export function listSkills(
  source: Source,
  { cursor }: { readonly cursor?: string | undefined },
): Promise<Result<EntryPage<SkillEntry>, Failure>> {
  const uris = urisOf(source);
  return entryPage({
    cursors: cursorsOf(source, "skills"),
    cursor,
    size: MCP_LIMITS.entries.skills,
    rows: (start, count) => publishedSkills(source, start, count),
    describe: (skill) => entryOf(source, uris, skill),
  });
}
