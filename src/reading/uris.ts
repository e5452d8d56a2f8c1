import type { RepoPath } from "../../contracts/addresses.ts";
import { isWithin, type SkillUris, skillUris } from "../format/mod.ts";
import type { Source } from "../../contracts/source.ts";

/** The URIs of what is read, which knows whether a skill at its root lends its name. */
export function urisOf({ uriBase, view }: Source): SkillUris {
  return skillUris(uriBase, view.rootSkill);
}

/** The path inside the mount that a URI names; null for anything else. */
export function pathInside(source: Source, uris: SkillUris, uri: string): RepoPath | null {
  const path = uris.pathOf(uri);
  return path !== null && isWithin(path, source.path) ? path : null;
}
