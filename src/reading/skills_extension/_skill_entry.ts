import type { SkillRow } from "../../../contracts/catalog_view.ts";
import type { SkillEntry } from "../../../contracts/mcp/skills_extension.ts";
import type { Source } from "../../../contracts/source.ts";
import type { PublishedSkill, SkillUris } from "../../format/mod.ts";
import { resourceOf } from "../resource_bytes.ts";
import { frontMatterOf } from "../skill_front_matter.ts";

/** How a skill is described: its front matter, and every file below it that a read gives. */
export async function entryOf(
  source: Source,
  uris: SkillUris,
  skill: PublishedSkill<SkillRow>,
): Promise<SkillEntry> {
  const { path, directory } = skill;
  const all = { kind: "any", below: directory, start: 0, count: Infinity } as const;
  const files = (await source.view.files.page(all)).rows;
  const resources = await Promise.all(files.map(async (file) => {
    const bytes = await resourceOf(source, file);
    return bytes && { uri: uris.of(file.path), digest: `sha256:${bytes.sha256}`, size: bytes.size };
  }));
  return {
    uri: uris.of(path),
    frontmatter: frontMatterOf(skill),
    resources: resources.flatMap((resource) => resource ?? []),
  };
}
