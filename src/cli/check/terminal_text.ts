import { oneLine, shorten, shownPath } from "../../format/mod.ts";

/*
 * Repository text on a terminal or in a workflow's log, where control characters would be obeyed.
 * Nothing here may start a line: a workflow runner obeys `::` there.
 */

const LONGEST = 1024;

/** A value in one line. */
export function valueText(text: string, limit = LONGEST): string {
  return shorten(oneLine(text), limit);
}

/** A path that hides nothing. The root is `.`. */
export function pathText(path: string, limit = LONGEST): string {
  return path === "" ? "." : shorten(shownPath(path), limit);
}

/** `1 file`, `1,200 files`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** The first few, and how many more there are. */
export function firstOf(texts: readonly string[], most: number): string {
  const shown = texts.slice(0, most).join(", ");
  return texts.length > most ? `${shown} and ${(texts.length - most).toLocaleString("en")} more` : shown;
}
