import type { RepoPath } from "../../../contracts/addresses.ts";
import type { Grade } from "../../../contracts/library/versions.ts";
import type { Problem, ProblemCode } from "../../../contracts/problems.ts";
import { decodeText } from "../../format/mod.ts";

/** What a safety rule found, in a file that is there. */
export interface Finding extends Problem {
  readonly path: RepoPath;
}

/** What the safety rules of the format find. */
export const SAFETY_CODES: ReadonlySet<ProblemCode> = new Set([
  "hidden_character",
  "bidirectional_character",
  "tag_character",
  "hidden_instruction",
  "piped_download",
  "encoded_command",
  "protected_archive",
  "possible_secret",
]);

/** What holds a version, or may: marks that change the order do where they force it. */
export const HOLDING_CODES: ReadonlySet<ProblemCode> = new Set([
  "tag_character",
  "bidirectional_character",
  "encoded_command",
]);

/** The best first. */
const GRADES: readonly Grade[] = ["A", "B", "C", "D", "F"];

/** Characters that force an order on what is shown, whatever the text says; other marks may have work to do. */
const OVERRIDE = /[\u202D\u202E]/;

/** The grade of a version by the worst of what was found in its files (docs/design/library.md "Analysis"). */
export function gradeOf(findings: readonly Finding[], bytesOf: (path: RepoPath) => Uint8Array): Grade {
  const worst = Math.max(0, ...findings.map((finding) => GRADES.indexOf(gradeOfOne(finding, bytesOf))));
  return GRADES[worst] ?? "F";
}

function gradeOfOne(finding: Finding, bytesOf: (path: RepoPath) => Uint8Array): Grade {
  switch (finding.code) {
    case "tag_character":
    case "encoded_command":
      return "F";
    case "bidirectional_character":
      return OVERRIDE.test(lineOf(finding, bytesOf(finding.path))) ? "F" : "B";
    case "hidden_instruction":
    case "protected_archive":
      return "D";
    case "piped_download":
      return finding.path === "SKILL.md" ? "C" : "B";
    case "hidden_character":
      return "B";
    default:
      // What looks like a credential is no danger to who reads it.
      return "A";
  }
}

function lineOf({ line = 1 }: Finding, bytes: Uint8Array): string {
  return (decodeText(bytes) ?? "").split("\n")[line - 1] ?? "";
}
