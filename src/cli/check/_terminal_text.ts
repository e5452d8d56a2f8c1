import { invisibleCharacters, oneLine, shorten } from "../../format/mod.ts";

/*
 * Repository text on a terminal or in a workflow's log, where control characters would be obeyed.
 * Nothing here may start a line: a workflow runner obeys `::` there.
 */

const LONGEST = 1024;

/** A value in one line. */
export function valueText(text: string, limit = LONGEST): string {
  return shorten(oneLine(text), limit);
}

/**
 * A path exactly as it is, where nothing in it misleads; else in quotes with escapes, so that a space at
 * an end or a character that nobody sees can be told from none. The root is `.`.
 */
export function pathText(path: string, limit = LONGEST): string {
  if (path === "") return ".";
  const hidden = new Set([...invisibleCharacters(path)].map(({ character }) => character));
  const misleads = hidden.size > 0 || /^\s|\s$|\s\s|\s\/|\/\s|["]|[^\S ]/u.test(path);
  const shown = misleads ? `"${[...path].map((character) => escaped(character, hidden)).join("")}"` : path;
  return shorten(shown, limit);
}

function escaped(character: string, hidden: ReadonlySet<string>): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  if (!hidden.has(character) && !/[^\S ]/u.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
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
