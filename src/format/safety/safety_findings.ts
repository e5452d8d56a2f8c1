import type { FileRole, Problem } from "../../../contracts/domain.ts";
import { countCodePoints } from "../text/code_points.ts";
import { hiddenCharacters } from "./_hidden_characters.ts";
import { hiddenInstructions } from "./_hidden_instructions.ts";
import { pipedDownloads } from "./_piped_downloads.ts";
import type { SafetyFinding } from "./_safety_finding.ts";
import { secrets } from "./_secrets.ts";

/** Findings of one file; an author who has mended these runs the check again. */
const MOST = 20;

/** UTF-16 code units that are looked at. */
const INSPECTED = 524_288;

/**
 * What in a file its readers should know before they trust it (docs/safety-findings.md), in the order of
 * its lines, at most 20. Warnings only: nothing is withheld or changed for them. Takes time in
 * proportion to the text, which is looked at as far as 524,288 UTF-16 code units.
 */
export function safetyFindings(text: string, role: FileRole): readonly Problem[] {
  const inspected = text.slice(0, INSPECTED);
  const isProse = role === "skill" || role === "manifest" || role === "markdown";
  const found = [
    ...first(hiddenCharacters(inspected, isProse)),
    ...isProse ? first(hiddenInstructions(inspected)) : [],
    ...first(pipedDownloads(inspected)),
    ...first(secrets(inspected)),
  ];
  const shown = found.sort((one, other) => one.index - other.index).slice(0, MOST);
  return shown.map(({ code, message, index }) => ({
    code,
    severity: "warning",
    message,
    ...placeOf(inspected, index),
  }));
}

function first(findings: Iterator<SafetyFinding> & Iterable<SafetyFinding>): readonly SafetyFinding[] {
  return [...Iterator.from(findings).take(MOST)];
}

/** Line and column of an index, both from 1; columns count characters. */
function placeOf(text: string, index: number): { readonly line: number; readonly column: number } {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const line = text.slice(0, start).split("\n").length;
  return { line, column: countCodePoints(text.slice(start, index)) + 1 };
}
