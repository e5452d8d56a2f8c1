import type { Skill } from "../../contracts/domain.ts";
import type { SkillEntry } from "../../contracts/mcp/skills_extension.ts";
import { frontMatterData } from "../format/mod.ts";

/** The front matter of a skill as it is served everywhere; empty where the skill is described only. */
export function frontMatterOf({ fields }: Skill): SkillEntry["frontmatter"] {
  return frontMatterData(fields);
}
