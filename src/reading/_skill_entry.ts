import type { FrontMatterMap, FrontMatterValue } from "../../contracts/domain.ts";
import type { FrontMatterData, SkillEntry } from "../../contracts/reading.ts";
import type { SkillUris } from "../format/mod.ts";
import { rangeBelow } from "./_path_order.ts";
import { type PublishedSkill, resourceBytes } from "./_published.ts";
import type { Snapshot } from "./snapshot.ts";

/** How the skills extension describes a skill: its front matter, and every file below it that a read gives. */
export function skillEntry({ view }: Snapshot, uris: SkillUris, skill: PublishedSkill): SkillEntry {
  const { catalog } = view;
  const { start, end } = rangeBelow(catalog.files, skill.directory);
  return {
    uri: uris.of(skill.path),
    frontmatter: mapData(skill.fields),
    resources: catalog.files.slice(start, end).flatMap((file) => {
      const bytes = resourceBytes(catalog, file);
      if (bytes === null) return [];
      return [{ uri: uris.of(file.path), digest: `sha256:${bytes.sha256}`, size: bytes.size }];
    }),
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
