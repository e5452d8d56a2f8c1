import { invisibleCharacters } from "../text/invisible_characters.ts";
import { unicodeEscape } from "../text/unicode_escape.ts";

/**
 * A path for a person or a model, in one line: exactly as it is where nothing in it misleads, else as JSON
 * writes a text, so that a space at an end, two in a row, or a character that nobody sees can be told from
 * none. The root is the empty text.
 */
export function shownPath(path: string): string {
  const hidden = new Set<string>();
  for (const { character } of invisibleCharacters(path)) hidden.add(character);
  const misleads = hidden.size > 0 || /^\s|\s$|\s\s|\s\/|\/\s|^"|[^\S ]/u.test(path);
  if (!misleads) return path;
  const shown = Array.from(path, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    return hidden.has(character) || /[^\S ]/u.test(character) ? unicodeEscape(character) : character;
  });
  return `"${shown.join("")}"`;
}
