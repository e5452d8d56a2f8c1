import type { Failure } from "../../../contracts/errors.ts";
import type { SkillEntry } from "../../../contracts/mcp/skills_extension.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { hasEntry } from "../../format/mod.ts";
import { pathInside, urisOf } from "../uris.ts";
import { entryOf } from "./_skill_entry.ts";
import type { Source } from "../../../contracts/source.ts";

/** The entry of a skill, whether it is listed or not, by the URI of its SKILL.md. Fails with `skill.not_found`. */
export async function getSkill(
  source: Source,
  { uri }: { readonly uri: string },
): Promise<Result<SkillEntry, Failure>> {
  const uris = urisOf(source);
  const path = pathInside(source, uris, uri);
  const skill = path === null ? null : await source.view.skills.at(path);
  return skill !== null && hasEntry(skill)
    ? success(await entryOf(source, uris, skill))
    : failure({ code: "skill.not_found", reason: "no skill here has this URI" });
}
