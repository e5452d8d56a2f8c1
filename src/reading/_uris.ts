import type { RepoPath } from "../../contracts/addresses.ts";
import { isWithin, type SkillUris, skillUris } from "../format/mod.ts";
import { itemOrNull } from "./_item.ts";
import type { Snapshot } from "./snapshot.ts";

/** The URIs of the repository at this commit, which knows whether a skill at its root lends its name. */
export function urisOf({ mount, view }: Snapshot): SkillUris {
  const root = itemOrNull(view.catalog.skills, view.skillAt.get("SKILL.md"));
  return skillUris(mount.address, root?.name ?? null);
}

/** The path inside the mount that a URI names; null for anything else. */
export function pathInside({ source }: Snapshot, uris: SkillUris, uri: string): RepoPath | null {
  const path = uris.pathOf(uri);
  return path !== null && isWithin(path, source.path) ? path : null;
}
