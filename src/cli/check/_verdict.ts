import { counted } from "./terminal_text.ts";
import type { CheckReport } from "./check_report.ts";

/** How the check ends: errors fail it, warnings only where the author asks for it. */
export function passes({ errors, warnings }: CheckReport["findings"], strict: boolean): boolean {
  return errors === 0 && (warnings === 0 || !strict);
}

/** The last line for a person: what was found, what that means, and what would change it. */
export function verdictText(findings: CheckReport["findings"], strict: boolean): string {
  const { errors, warnings, notes } = findings;
  const found = `${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(notes, "note")}`;
  if (errors > 0) return `${found}: failed`;
  if (warnings === 0) return `${found}: passed`;
  return strict
    ? `${found}: failed, because --strict counts warnings`
    : `${found}: passed; --strict would fail`;
}
