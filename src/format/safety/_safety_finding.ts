import type { ProblemCode } from "../../../contracts/problems.ts";

/** What a safety rule found, before its place is counted out. */
export interface SafetyFinding {
  readonly code: ProblemCode;
  readonly message: string;
  /** UTF-16 code units of the text. */
  readonly index: number;
  /** It serves no purpose but to hide what a text says or does, so that many others must not hide it. */
  readonly isGrave?: boolean;
}
