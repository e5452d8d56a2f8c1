import { styleText } from "node:util";
import { nearestText } from "../../format/mod.ts";
import type { DeadLink } from "./_dead_links.ts";
import { counted, firstOf, pathText, valueText } from "./terminal_text.ts";
import type { CheckedProblem, CheckReport } from "./check_report.ts";

/** Lines on one screen, and how many of them one file may take. */
const LINES = 24;
const LINES_OF_FILE = 4;
const PLACES = 3;

const SEVERITIES = ["error", "warning", "info"] as const;
const COLOURS = { error: "red", warning: "yellow", info: "cyan" } as const;

/** One thing to mend in one file, at one place or several. */
interface Finding {
  readonly problem: CheckedProblem;
  readonly places: readonly string[];
  readonly text: string;
  /** Of the problems that it stands for. */
  readonly count: number;
}

/** The findings by file, the file with the worst one first. One screen ends in a count of the rest. */
export function findingLines(
  { problems, deadLinks }: Pick<CheckReport, "problems" | "deadLinks">,
  { colour, all }: { readonly colour: boolean; readonly all: boolean },
): string[] {
  const suggestionOf = suggestions(deadLinks);
  const files = worstFirst(problems).map(([path, ofFile]) =>
    [path, findingsOf(ofFile, suggestionOf)] as const
  );
  const isShort = files.reduce((lines, [, found]) => lines + 1 + found.length, 0) <= LINES;
  const [most, mostOfFile] = all || isShort ? [Infinity, Infinity] : [LINES, LINES_OF_FILE];
  const places = all ? Infinity : PLACES;
  const lines: string[] = [];
  let told = 0;
  for (const [path, found] of files) {
    if (lines.length + 2 > most) break;
    lines.push(`- ${pathText(path)}`);
    const shown = found.slice(0, Math.min(mostOfFile, most - lines.length));
    for (const { problem: { severity, code }, places: at, text, count } of shown) {
      const word = severity === "info" ? "note" : severity;
      const marked = colour ? styleText(COLOURS[severity], word, { validateStream: false }) : word;
      const where = at.length === 0 ? "" : ` ${firstOf(at, places)}`;
      lines.push(`  - ${marked}${where} (${code}): ${text}`);
      told += count;
    }
  }
  const more = problems.length - told;
  return more > 0 ? [...lines, `- ${counted(more, "more finding")}: --all lists them`] : lines;
}

/** What a dead link may have meant, as a question to add to what is told of it. */
export function suggestions(deadLinks: readonly DeadLink[]): (problem: CheckedProblem) => string {
  const meant = new Map(
    deadLinks.map(({ path, line, column, suggestion, target }) => [
      `${path}:${line}:${column}`,
      suggestion && nearestText(suggestion, target),
    ]),
  );
  return ({ code, path, line, column }) => {
    const suggestion = code === "link_missing" ? meant.get(`${path}:${line}:${column}`) ?? null : null;
    return suggestion === null ? "" : `; did you mean ${suggestion}?`;
  };
}

function worstFirst(problems: readonly CheckedProblem[]): (readonly [string, CheckedProblem[]])[] {
  const ranked = [...Map.groupBy(problems, ({ path }) => path)].map(([path, ofFile]) => {
    const inOrder = ofFile.toSorted((one, other) => rankOf(one) - rankOf(other));
    return [path, inOrder, Math.min(...ofFile.map(rankOf))] as const;
  });
  return ranked.sort(([, , one], [, , other]) => one - other).map(([path, ofFile]) => [path, ofFile]);
}

function rankOf({ severity }: CheckedProblem): number {
  return SEVERITIES.indexOf(severity);
}

function findingsOf(
  problems: readonly CheckedProblem[],
  suggestionOf: (problem: CheckedProblem) => string,
): Finding[] {
  const text = (problem: CheckedProblem) => valueText(`${problem.message}${suggestionOf(problem)}`);
  const alike = Map.groupBy(
    problems,
    (problem) => JSON.stringify([problem.severity, problem.code, text(problem)]),
  );
  return [...alike.values()].flatMap(([problem, ...others]) =>
    problem === undefined ? [] : [{
      problem,
      places: [problem, ...others].flatMap(({ line, column }) =>
        line === null ? [] : [column === null ? `${line}` : `${line}:${column}`]
      ),
      text: text(problem),
      count: 1 + others.length,
    }]
  );
}
