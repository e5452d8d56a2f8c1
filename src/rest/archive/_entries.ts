import type { SkillFiles } from "../../reading/mod.ts";
import type { Source } from "../../../contracts/source.ts";
import { type ArchiveEntry, ContentGone } from "./archive_entry.ts";

/** The skill's files with SKILL.md at the archive's root. */
export function entriesOf(source: Source, { files }: SkillFiles): readonly ArchiveEntry[] {
  return files.map(({ path, size, content }) => ({
    path,
    size,
    async read() {
      const bytes = await source.content(content);
      if (bytes === null || bytes.length !== size) throw new ContentGone(await source.restore());
      return bytes;
    },
  }));
}
