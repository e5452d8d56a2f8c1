import type { Failure } from "../../../contracts/errors.ts";
import type { SkillEntry } from "../../../contracts/skills_extension.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { itemOrNull } from "../catalog_item.ts";
import { hasEntry } from "../../format/mod.ts";
import { publishedSkillsOf } from "./_published_skills.ts";
import { pathInside } from "../uris.ts";
import type { Source } from "../../../contracts/source.ts";

/** The entry of a skill, whether it is listed or not, by the URI of its SKILL.md. Fails with `skill.not_found`. */
export function getSkill(
  source: Source,
  { uri }: { readonly uri: string },
): Result<SkillEntry, Failure> {
  const { catalog, skillAt } = source.view;
  const published = publishedSkillsOf(source);
  const path = pathInside(source, published.uris, uri);
  const skill = path === null ? null : itemOrNull(catalog.skills, skillAt.get(path));
  return skill !== null && hasEntry(skill)
    ? success(published.entryOf(skill))
    : failure({ code: "skill.not_found", reason: "no skill here has this URI" });
}
