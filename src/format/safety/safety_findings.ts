import type { FileRole, Problem } from "../../../contracts/domain.ts";
import { countCodePoints } from "../text/code_points.ts";
import { encodedCommands } from "./_encoded_commands.ts";
import { hiddenCharacters } from "./_hidden_characters.ts";
import { hiddenInstructions } from "./_hidden_instructions.ts";
import { pipedDownloads } from "./_piped_downloads.ts";
import { protectedArchives } from "./_protected_archives.ts";
import type { SafetyFinding } from "./_safety_finding.ts";
import { secrets } from "./_secrets.ts";

/** Findings of one file; an author who has mended these runs the check again. */
const MOST = 20;

/** UTF-16 code units that are looked at: as many as a file may have bytes to be read at all. */
const INSPECTED = 2_097_152;

/**
 * What in a file its readers should know before they trust it (docs/safety-findings.md), in the order of
 * its lines, at most 20: of more, what hides something is told first, then one of each code, so that
 * many harmless ones hide no other. Warnings only: nothing is withheld or changed for them. Takes time in proportion
 * to the text, which is looked at as far as 2,097,152 UTF-16 code units.
 */
export function safetyFindings(text: string, role: FileRole): readonly Problem[] {
  const inspected = text.slice(0, INSPECTED);
  const isProse = role === "skill" || role === "manifest" || role === "markdown";
  const found = [
    hiddenCharacters(inspected, isProse),
    isProse ? hiddenInstructions(inspected) : [],
    pipedDownloads(inspected),
    encodedCommands(inspected),
    protectedArchives(inspected, isProse),
    secrets(inspected),
  ].flatMap(some);
  return fewest(found).map(({ code, message, index }) => ({
    code,
    severity: "warning",
    message,
    ...placeOf(inspected, index),
  }));
}

/** Of one rule, as many as could be told. */
function some(findings: Iterable<SafetyFinding>): readonly SafetyFinding[] {
  const grave: SafetyFinding[] = [];
  const others: SafetyFinding[] = [];
  for (const finding of findings) {
    const kind = finding.isGrave ? grave : others;
    if (kind.length < MOST) kind.push(finding);
    if (grave.length === MOST) break;
  }
  return [...grave, ...others];
}

/** The findings that are told, by their place. */
function fewest(found: readonly SafetyFinding[]): readonly SafetyFinding[] {
  const sorted = found.toSorted((one, other) => one.index - other.index);
  const grave = sorted.filter(({ isGrave }) => isGrave);
  const firsts = [...Map.groupBy(sorted, ({ code }) => code).values()].flatMap(([one]) => one ?? []);
  const told = new Set([...new Set([...grave.slice(0, MOST / 2), ...firsts, ...sorted])].slice(0, MOST));
  return sorted.filter((one) => told.has(one));
}

/** Line and column of an index, both from 1; columns count characters. */
function placeOf(text: string, index: number): { readonly line: number; readonly column: number } {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const line = text.slice(0, start).split("\n").length;
  return { line, column: countCodePoints(text.slice(start, index)) + 1 };
}
