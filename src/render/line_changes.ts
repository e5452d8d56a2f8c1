/** What changed in a text, line by line. The library finds the fewest changes in time that grows with their number. */
import { structuredPatch } from "diff";

/** `skipped`: lines that are the same and far from any change; `text` says how many. */
export interface LineChange {
  readonly kind: "same" | "added" | "removed" | "skipped";
  readonly text: string;
}

/** Lines shown around a change. */
const CONTEXT = 3;
/** More changed lines than that are shown as one text for another. */
const MOST_CHANGES = 400;

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
    changes.push(...lines.flatMap(lineChange));
    next = oldStart + oldLines;
  }
  const rest = linesOf(before).length + 1 - next;
  if (rest > 0) changes.push({ kind: "skipped", text: `${rest} lines are the same` });
  return changes;
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
