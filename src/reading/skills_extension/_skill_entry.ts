import type { SkillRow } from "../../../contracts/catalog_view.ts";
import type { FrontMatterMap, FrontMatterValue } from "../../../contracts/domain.ts";
import type { FrontMatterData, SkillEntry } from "../../../contracts/skills_extension.ts";
import type { Source } from "../../../contracts/source.ts";
import type { PublishedSkill, SkillUris } from "../../format/mod.ts";
import { resourceOf } from "../resource_bytes.ts";

/** How a listed skill is described: its front matter, and every file below it that a read gives. */
export async function entryOf(
  source: Source,
  uris: SkillUris,
  { path, directory, fields }: PublishedSkill<SkillRow>,
): Promise<SkillEntry> {
  // A listed skill has not more files than every host must hold.
  const all = { kind: "any", below: directory, start: 0, count: Infinity } as const;
  const files = (await source.view.files.page(all)).rows;
  const resources = await Promise.all(files.map(async (file) => {
    const bytes = await resourceOf(source, file);
    return bytes && { uri: uris.of(file.path), digest: `sha256:${bytes.sha256}`, size: bytes.size };
  }));
  return {
    uri: uris.of(path),
    frontmatter: mapData(fields),
    resources: resources.flatMap((resource) => resource ?? []),
  };
}

function mapData({ entries }: FrontMatterMap): { readonly [key: string]: FrontMatterData } {
  // Defines its keys, so that one named "__proto__" is data like any other.
  return Object.fromEntries(entries.map(([key, value]) => [key, data(value)]));
}

function data(value: FrontMatterValue): FrontMatterData {
  if (typeof value === "string") return value;
  return isList(value) ? value.map(data) : mapData(value);
}

function isList(value: FrontMatterValue): value is readonly FrontMatterValue[] {
  return Array.isArray(value);
}
