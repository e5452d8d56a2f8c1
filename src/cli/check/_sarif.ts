import { oneLine } from "../../format/mod.ts";
import { suggestions } from "./findings.ts";
import type { CheckedProblem, CheckReport } from "./check_report.ts";
import { PROBLEM_MEANINGS } from "./problem_meanings.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

const LEVELS = { error: "error", warning: "warning", info: "note" } as const;

/** A log for code scanning by SARIF 2.1.0, the OASIS standard: the members that the check has something for. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: "2.1.0";
  readonly runs: readonly SarifRun[];
}

interface SarifRun {
  readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly SarifRule[] } };
  readonly columnKind: "unicodeCodePoints";
  readonly results: readonly SarifResult[];
}

interface SarifRule {
  readonly id: string;
  readonly shortDescription: SarifText;
  readonly fullDescription: SarifText;
  readonly help: SarifText;
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: typeof LEVELS[keyof typeof LEVELS];
  readonly message: SarifText;
  readonly locations: readonly [{
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId: "%SRCROOT%" };
      readonly region?: { readonly startLine: number; readonly startColumn?: number };
    };
  }];
}

interface SarifText {
  readonly text: string;
}

/** The problems as one run. `prefix` leads from the root of the sources to the directory. */
export function checkSarif({ problems, deadLinks }: CheckReport, prefix: string): SarifLog {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  const suggestionOf = suggestions(deadLinks);
  const run: SarifRun = {
    tool: { driver: { name: "skillmount", rules: codes.map(ruleOf) } },
    // The columns of every finding count characters.
    columnKind: "unicodeCodePoints",
    results: problems.map((problem) => ({
      ruleId: problem.code,
      ruleIndex: codes.indexOf(problem.code),
      level: LEVELS[problem.severity],
      message: { text: oneLine(problem.message + suggestionOf(problem)) },
      locations: [{
        physicalLocation: {
          artifactLocation: { uri: uriOf(prefix + problem.path), uriBaseId: "%SRCROOT%" },
          ...regionOf(problem),
        },
      }],
    })),
  };
  return { $schema: SCHEMA, version: "2.1.0", runs: [run] };
}

function ruleOf(code: CheckedProblem["code"]): SarifRule {
  const meaning = { text: PROBLEM_MEANINGS[code] };
  const help = {
    text: `${meaning.text}. docs/check.md and docs/format.md of skillmount say what is read how.`,
  };
  return { id: code, shortDescription: meaning, fullDescription: meaning, help };
}

function regionOf({ line, column }: CheckedProblem) {
  if (line === null) return {};
  return { region: { startLine: line, ...(column !== null && { startColumn: column }) } };
}

/** A relative reference; the directory itself is `.`, since an empty one means nothing. */
function uriOf(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/") || ".";
}
