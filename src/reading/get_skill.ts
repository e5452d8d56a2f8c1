import type { Failure } from "../../contracts/errors.ts";
import type { SkillEntry } from "../../contracts/skills_extension.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { itemOrNull } from "./_item.ts";
import { isPublished } from "./_published.ts";
import { publicationOf } from "./_publication.ts";
import { pathInside } from "./_uris.ts";
import type { Snapshot } from "./snapshot.ts";

/** The entry of a listed skill by the URI of its SKILL.md. Fails with `skill.not_found`. */
export function getSkill(
  snapshot: Snapshot,
  { uri }: { readonly uri: string },
): Result<SkillEntry, Failure> {
  const { catalog, skillAt } = snapshot.view;
  const publication = publicationOf(snapshot);
  const path = pathInside(snapshot, publication.uris, uri);
  const skill = path === null ? null : itemOrNull(catalog.skills, skillAt.get(path));
  return skill !== null && isPublished(skill)
    ? success(publication.entryOf(skill))
    : failure({ code: "skill.not_found", reason: "no listed skill has this URI" });
}
