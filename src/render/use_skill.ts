import type { SkillResult } from "../../contracts/reading.ts";
import { escapedBytes } from "./_budget.ts";
import { renderSkill } from "./skill.ts";

const REQUEST =
  "Use the following skill for my task. If its context is not complete, first make the call that its last line names, " +
  "until it is.\n\n";

/** The text of the `use_skill` prompt: the request, then the skill's first page. */
export function renderUseSkill(result: SkillResult, budgetBytes: number): string {
  return REQUEST + renderSkill(result, budgetBytes - escapedBytes(REQUEST));
}
