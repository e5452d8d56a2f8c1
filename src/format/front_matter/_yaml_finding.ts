import type { ProblemCode } from "../../../contracts/domain.ts";
import { codePointName } from "../text/unicode_escape.ts";

/** A problem before its place in the file is known. `offset` is in code units of the YAML. */
export interface YamlFinding {
  readonly code: ProblemCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly offset: number;
}

export function invisible(where: string, character: string): string {
  return `${where} holds a character that cannot be seen, ${codePointName(character)}`;
}

export function error(code: ProblemCode, message: string, offset: number): YamlFinding {
  return { code, severity: "error", message, offset };
}
