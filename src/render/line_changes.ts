/** What changed in a text, line by line. The library finds the fewest changes in time that grows with their number. */
import { structuredPatch } from "diff";
import { type Mark, wordMarks } from "./word_marks.ts";

/** `skipped`: lines that are the same and far from any change; `text` says how many. */
export interface LineChange {
  readonly kind: "same" | "added" | "removed" | "skipped";
  readonly text: string;
  /** Of a line that took another's place: which words of it went or came. */
  readonly marks?: readonly Mark[];
}

/** Lines shown around a change. */
const CONTEXT = 3;
/** More changed lines than that are shown as one text for another. */
const MOST_CHANGES = 400;
/** Lines of a text whose words are compared. */
const MOST_MARKED = 100;

/** Both texts are bounded by their callers. Without any difference there is nothing. */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  if (before === after) return [];
  const patch = structuredPatch("", "", before, after, "", "", {
    context: CONTEXT,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) {
    return [...linesOf(before).map(removed), ...linesOf(after).map(added)];
  }
  const changes: LineChange[] = [];
  let next = 1;
  for (const { oldStart, oldLines, lines } of patch.hunks) {
    if (oldStart > next) changes.push({ kind: "skipped", text: `${oldStart - next} lines are the same` });
    changes.push(...marked(lines.flatMap(lineChange)));
    next = oldStart + oldLines;
  }
  const rest = linesOf(before).length + 1 - next;
  if (rest > 0) changes.push({ kind: "skipped", text: `${rest} lines are the same` });
  return changes;
}

/** Lines that went and as many that came in their place are one line each that changed. */
function marked(lines: readonly LineChange[]): readonly LineChange[] {
  const told = [...lines];
  let left = MOST_MARKED;
  for (let start = 0; start < told.length; start++) {
    const removed = runFrom(told, start, "removed");
    const added = runFrom(told, start + removed, "added");
    for (let at = 0; removed === added && at < removed && left > 0; at++, left--) {
      const [old, now] = [told[start + at], told[start + removed + at]];
      const marks = old && now ? wordMarks(old.text, now.text) : null;
      if (!old || !now || marks === null) continue;
      told[start + at] = { ...old, marks: marks.removed };
      told[start + removed + at] = { ...now, marks: marks.added };
    }
    start += removed + added;
  }
  return told;
}

/** How many lines of a kind follow one another. */
function runFrom(lines: readonly LineChange[], start: number, kind: LineChange["kind"]): number {
  let end = start;
  while (lines[end]?.kind === kind) end++;
  return end - start;
}

function lineChange(line: string): readonly LineChange[] {
  const text = line.slice(1);
  switch (line[0]) {
    case "+":
      return [added(text)];
    case "-":
      return [removed(text)];
    case " ":
      return [{ kind: "same", text }];
    default:
      // That the last line has no end.
      return [];
  }
}

function added(text: string): LineChange {
  return { kind: "added", text };
}

function removed(text: string): LineChange {
  return { kind: "removed", text };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
