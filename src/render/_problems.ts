import type { DiagnosticList } from "../../contracts/reading.ts";
import { diagnosticText } from "./_value.ts";

/** At most `limit` problems and a count of the rest; nothing where there are none. */
export function problemLines(diagnostics: DiagnosticList, limit: number): string[] {
  const shown = diagnostics.shown.slice(0, limit);
  const more = diagnostics.more + diagnostics.shown.length - shown.length;
  const lines = shown.map((diagnostic) => `- ${diagnosticText(diagnostic)}`);
  if (more > 0) lines.push(`- ${more} more`);
  return lines.length === 0 ? [] : ["Problems:", ...lines];
}
