import type { Failure } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import type { EntryPage, SkillEntry } from "../../../contracts/skills_extension.ts";
import type { Result } from "../../../contracts/result.ts";
import { cursorsOf } from "../cursor.ts";
import { entryPage } from "./_entry_page.ts";
import { publishedSkillsOf, publishedWithin } from "./_published_skills.ts";
import type { Source } from "../../../contracts/source.ts";

/** A page of the skills that the skills extension lists, in path order. Fails with `request.invalid`. */
export function listSkills(
  source: Source,
  { cursor }: { readonly cursor?: string | undefined },
): Result<EntryPage<SkillEntry>, Failure> {
  const published = publishedSkillsOf(source);
  return entryPage(
    publishedWithin(published, source),
    { cursors: cursorsOf(source, "skills"), cursor, size: MCP_LIMITS.entries.skills },
    published.entryOf,
  );
}
