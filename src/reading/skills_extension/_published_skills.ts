import type { CatalogView } from "../../../contracts/snapshots.ts";
import type { SkillEntry } from "../../../contracts/skills_extension.ts";
import { isWithin, ROOT_PATH, type SkillUris } from "../../format/mod.ts";
import { itemAt } from "../catalog_item.ts";
import { type Range, rangeBelow } from "../path_order.ts";
import { frontMatterOf } from "../skill_front_matter.ts";
import { isPublished, type PublishedSkill, resourceBytes } from "../resource_bytes.ts";
import { urisOf } from "../uris.ts";
import type { Source } from "../../../contracts/source.ts";

/** What the skills extension says of a tree of skills, so that a request only picks from it. */
export interface PublishedSkills {
  readonly uris: SkillUris;
  /** The listed skills, in path order. */
  readonly skills: readonly PublishedSkill[];
  /** How a skill is described: its front matter, and every file below it that a read gives. */
  entryOf(skill: PublishedSkill): SkillEntry;
}

type SkillResource = SkillEntry["resources"][number];

interface Outline extends Omit<SkillEntry, "resources"> {
  readonly files: Range;
}

/** They live as long as the opened catalogs, and hold a small object for each file and skill of those. */
const byCatalog = new WeakMap<CatalogView, PublishedSkills>();

export function publishedSkillsOf(source: Source): PublishedSkills {
  const uris = urisOf(source);
  const known = byCatalog.get(source.view);
  // A repository that is renamed keeps what was read of it, and its URIs change.
  if (known !== undefined && known.uris.of(ROOT_PATH) === uris.of(ROOT_PATH)) return known;
  const made = describe(source.view, uris);
  byCatalog.set(source.view, made);
  return made;
}

/** The listed skills inside the mount, in path order. */
export function publishedWithin({ skills }: PublishedSkills, source: Source): readonly PublishedSkill[] {
  return source.path === ROOT_PATH ? skills : skills.filter(({ path }) => isWithin(path, source.path));
}

function describe({ catalog }: CatalogView, uris: SkillUris): PublishedSkills {
  const outlines = new Map<PublishedSkill, Outline>();
  /** By the index of the file; null for one that only the host has. */
  const resources = new Map<number, SkillResource | null>();

  function outlineOf(skill: PublishedSkill): Outline {
    let outline = outlines.get(skill);
    if (outline === undefined) {
      const files = rangeBelow(catalog.files, skill.directory);
      outline = { uri: uris.of(skill.path), frontmatter: frontMatterOf(skill), files };
      outlines.set(skill, outline);
    }
    return outline;
  }

  function resourceAt(index: number): SkillResource | null {
    let resource = resources.get(index);
    if (resource === undefined) {
      const file = itemAt(catalog.files, index);
      const bytes = resourceBytes(catalog, file);
      resource = bytes &&
        { uri: uris.of(file.path), digest: `sha256:${bytes.sha256}`, size: bytes.size };
      resources.set(index, resource);
    }
    return resource;
  }

  return {
    uris,
    skills: catalog.skills.filter(isPublished),
    entryOf(skill) {
      const { uri, frontmatter, files } = outlineOf(skill);
      const found: SkillResource[] = [];
      for (let index = files.start; index < files.end; index++) {
        const resource = resourceAt(index);
        if (resource !== null) found.push(resource);
      }
      return { uri, frontmatter, resources: found };
    },
  };
}
