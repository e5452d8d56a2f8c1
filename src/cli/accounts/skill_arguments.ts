import type { SkillReference } from "../../../contracts/library/library.ts";

/** What an operator asks for about published skills. */
export type SkillArguments =
  | { readonly command: "skill flag"; readonly skill: SkillReference; readonly reason: string }
  | {
    readonly command: "skill unflag" | "skill feature" | "skill unfeature";
    readonly skill: SkillReference;
  }
  | {
    readonly command: "skill release" | "skill remove-version";
    readonly skill: SkillReference;
    readonly label: string;
    /** Findings that the operator knows of. */
    readonly acknowledged: readonly string[];
  }
  | { readonly command: "skill held" }
  | { readonly command: "skill transfer"; readonly skill: SkillReference; readonly to: string };

export const SKILL_USAGE = [
  "skill flag <owner>/<name> <reason>",
  "skill unflag <owner>/<name>",
  "skill held",
  "skill release <owner>/<name> <version> [--acknowledge <codes>]",
  "skill remove-version <owner>/<name> <version>",
  "skill transfer <owner>/<name> <account>",
  "skill feature|unfeature <owner>/<name>",
];

export const SKILL_MEANINGS = [
  "  skill     flag, unflag: nobody has the skill meanwhile, and its owner alone is told why",
  "            held: the versions that wait for you, with the worst of what was found in each",
  "            release: publishes a version that is held; what looks like a credential has to be acknowledged",
  "            remove-version: takes the bytes of a version out for good; its label stays used",
  "            transfer: gives a skill to another account with its versions and all who hold it; they keep the version they",
  "            have until they confirm the new owner",
  "            feature, unfeature: shows a listed skill that has a licence to who looks around the catalog",
];

/** What the words after `admin skill` ask for; null: not understood. */
export function skillArguments(
  [action = "", named = "", ...rest]: readonly string[],
  acknowledge: string | undefined,
): SkillArguments | null {
  if (action === "held") return named === "" && rest.length === 0 ? { command: "skill held" } : null;
  const [owner = "", name = "", ...more] = named.split("/");
  if (owner === "" || name === "" || more.length > 0) return null;
  const skill = { owner, name };
  const [value = ""] = rest;
  switch (action) {
    case "flag":
      // The words of a reason need no quotes.
      return value === "" ? null : { command: "skill flag", skill, reason: rest.join(" ") };
    case "unflag":
    case "feature":
    case "unfeature":
      return rest.length === 0 ? { command: `skill ${action}`, skill } : null;
    case "release":
    case "remove-version":
      return value !== "" && rest.length === 1
        ? {
          command: `skill ${action}`,
          skill,
          label: value,
          acknowledged: acknowledge === undefined ? [] : acknowledge.split(","),
        }
        : null;
    case "transfer":
      return value !== "" && rest.length === 1 ? { command: "skill transfer", skill, to: value } : null;
    default:
      return null;
  }
}
