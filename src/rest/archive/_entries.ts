import type { SkillFiles, Snapshot } from "../../reading/mod.ts";
import { type ArchiveEntry, ContentGone } from "./archive_entry.ts";

/** The skill's files with SKILL.md at the archive's root. */
export function entriesOf(snapshot: Snapshot, { files }: SkillFiles): readonly ArchiveEntry[] {
  return files.map(({ path, size, content }) => ({
    path,
    size,
    async read() {
      const bytes = await snapshot.content(content);
      if (bytes === null || bytes.length !== size) throw new ContentGone(await snapshot.restore());
      return bytes;
    },
  }));
}
