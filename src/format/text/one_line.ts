import { countCodePoints, takeCodePoints } from "./code_points.ts";
import { replaceInvisible } from "./invisible_characters.ts";

/**
 * Repository text as one line: whitespace collapsed, invisible characters gone, so that no value can
 * forge another line or a marker (docs/design/format.md "Text made from repository values").
 */
export function oneLine(text: string): string {
  return replaceInvisible(text).replace(/\s+/gu, " ").trim();
}

/** `text` in at most `limit` characters, ending in `…` at a word's end where it had to be cut. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit || countCodePoints(text) <= limit) return text;
  const cut = takeCodePoints(text, limit - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
