import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { EntryPage, SkillEntry } from "../../contracts/skills_extension.ts";
import type { Result } from "../../contracts/result.ts";
import { cursorsOf } from "./_cursor.ts";
import { entryPage } from "./_entry_page.ts";
import { publicationOf, publishedSkills } from "./_publication.ts";
import type { Snapshot } from "./snapshot.ts";

/** A page of the skills that the skills extension lists, in path order. Fails with `request.invalid`. */
export function listSkills(
  snapshot: Snapshot,
  { cursor }: { readonly cursor?: string | undefined },
): Result<EntryPage<SkillEntry>, Failure> {
  const publication = publicationOf(snapshot);
  return entryPage(
    publishedSkills(publication, snapshot),
    { cursors: cursorsOf(snapshot, "skills"), cursor, size: MCP_LIMITS.entries.skills },
    publication.entryOf,
  );
}
