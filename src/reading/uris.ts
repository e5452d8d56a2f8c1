import type { RepoPath } from "../../contracts/addresses.ts";
import { isWithin, type SkillUris, skillUris } from "../format/mod.ts";
import { itemOrNull } from "./catalog_item.ts";
import type { Source } from "../../contracts/source.ts";

/** The URIs of what is read, which knows whether a skill at its root lends its name. */
export function urisOf({ uriBase, view }: Source): SkillUris {
  const root = itemOrNull(view.catalog.skills, view.skillAt.get("SKILL.md"));
  return skillUris(uriBase, root?.name ?? null);
}

/** The path inside the mount that a URI names; null for anything else. */
export function pathInside(source: Source, uris: SkillUris, uri: string): RepoPath | null {
  const path = uris.pathOf(uri);
  return path !== null && isWithin(path, source.path) ? path : null;
}
