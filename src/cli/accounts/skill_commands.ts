import type { Failure } from "../../../contracts/errors.ts";
import type { Moderation } from "../../../contracts/library/library.ts";
import type { Featuring } from "../../../contracts/library/public_catalog.ts";
import type { Result } from "../../../contracts/result.ts";
import { failureMessage } from "../../http/mod.ts";
import { type CommandResult, done, failed } from "../command_result.ts";
import type { SkillArguments } from "./skill_arguments.ts";

export interface SkillCommandDeps {
  readonly moderation: Moderation;
  readonly featuring: Featuring;
}

const OPERATOR = { actor: { kind: "operator" }, request: null } as const;

/** What the operator does with published skills, whoever owns them. */
export async function runSkillCommand(
  { moderation, featuring }: SkillCommandDeps,
  asked: SkillArguments,
): Promise<CommandResult> {
  const { skill } = asked;
  const named = `${skill.owner}/${skill.name}`.toLowerCase();
  switch (asked.command) {
    case "skill flag":
      return told(
        await moderation.flag(OPERATOR, skill, asked.reason),
        `${named} is nobody's while it is flagged`,
      );
    case "skill unflag":
      return told(await moderation.unflag(OPERATOR, skill), `${named} is not flagged`);
    case "skill release":
      return told(
        await moderation.release(OPERATOR, skill, asked.label, asked.acknowledged),
        `Version ${asked.label} of ${named} is published`,
      );
    case "skill remove-version":
      return told(
        await moderation.removeVersion(OPERATOR, skill, asked.label),
        `Version ${asked.label} of ${named} is nobody's any more; its bytes go with the next collection`,
      );
    case "skill feature":
      return told(await featuring.feature(OPERATOR, skill), `${named} is featured`);
    case "skill unfeature":
      return told(await featuring.unfeature(OPERATOR, skill), `${named} is not featured`);
    case "skill transfer":
      return told(
        await moderation.transfer(OPERATOR, skill, asked.to),
        `${named} is ${asked.to.toLowerCase()}'s from now on; its old name leads there`,
      );
  }
}

function told(changed: Result<null, Failure>, text: string): CommandResult {
  return changed.ok ? done(text) : failed(1, failureMessage(changed.error));
}
