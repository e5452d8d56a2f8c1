import type { FrontMatterMap, FrontMatterValue } from "../../../contracts/domain.ts";
import { unicodeEscape } from "../text/unicode_escape.ts";

/** What JSON leaves as it is and YAML 1.1 or 1.2 reads as a line's end, or refuses as unprintable. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** YAML parsers look for the end of a key within 1,024 characters (YAML 1.2.2 section 7.4.2, 1.1 section 9.1.1). */
const LONGEST_KEY = 1000;

/** Parsers of front matter give up at 32 levels and more. */
const DEEPEST = 16;

/** Names that no YAML reads as anything else, whatever it makes of `yes` or `1`. */
const PLAIN_KEY = /^[A-Za-z_][\w.-]*$/;

/** A text without quotes: it starts with no sign of YAML's, and holds no end of itself. */
const PLAIN_TEXT = /^[\p{L}\p{N}(/$_](?:.*[^\s:])?$/u;
const ENDS_PLAIN = /:\s|\s#|\t/;

/** What YAML 1.1 or 1.2 takes for a boolean or for nothing, in any letter case. */
const WORD_OF_TYPE = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** Numbers, times of day and dates of either version, and some texts that are none. */
const LIKE_NUMBER = /^\d[\d.,_:+\-a-fxo\stz]*$/i;

/**
 * Front matter that is the same to every reader: a field a line, its key plain, booleans, numbers and null
 * as such, a text plain on its line where YAML 1.1 and 1.2 agree that it is this text, else in double quotes.
 * Line-based readers, YAML parsers and the subset that the skills extension's verifiers read take it alike.
 * Its lines end behind the closing fence.
 */
export function frontMatterText({ entries }: FrontMatterMap): string {
  const lines = entries.map(([key, value]) => {
    const shown = typeof value === "string" && isPlainText(value) ? value : written(value);
    return `${isPlainKey(key) ? key : quoted(key)}: ${shown}\n`;
  });
  return `---\n${lines.join("")}---\n`;
}

/** What keeps a field from being written, as the end of a sentence; null when nothing does. */
export function unwritable([key, value]: FrontMatterMap["entries"][number]): string | null {
  return flawOf({ entries: [[key, value]] }, 0);
}

function flawOf(value: FrontMatterValue, depth: number): string | null {
  if (isScalar(value)) return null;
  if (depth > DEEPEST) return `is nested deeper than ${DEEPEST} levels`;
  if (isList(value)) return firstFlaw(value, depth);
  for (const [key] of value.entries) {
    if (key === "__proto__") return 'holds the key "__proto__", which clients refuse';
    if (quoted(key).length > LONGEST_KEY) return `holds a key of more than ${LONGEST_KEY} characters`;
  }
  return firstFlaw(value.entries.map(([, item]) => item), depth);
}

function firstFlaw(values: readonly FrontMatterValue[], depth: number): string | null {
  for (const value of values) {
    const flaw = flawOf(value, depth + 1);
    if (flaw !== null) return flaw;
  }
  return null;
}

function isPlainKey(key: string): boolean {
  return PLAIN_KEY.test(key) && !WORD_OF_TYPE.test(key);
}

function isPlainText(text: string): boolean {
  return PLAIN_TEXT.test(text) && !ENDS_PLAIN.test(text) && !WORD_OF_TYPE.test(text) &&
    !LIKE_NUMBER.test(text) && quoted(text).length === text.length + 2 + count(text, '"') + count(text, "\\");
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** Flow style, which is JSON but for what YAML cannot print. */
function written(value: FrontMatterValue): string {
  if (typeof value === "string") return quoted(value);
  if (isScalar(value)) return String(value);
  if (isList(value)) return `[${value.map(written).join(", ")}]`;
  return `{${value.entries.map(([key, item]) => `${quoted(key)}: ${written(item)}`).join(", ")}}`;
}

/** A JSON string is a double-quoted YAML scalar, once what YAML cannot print is escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, unicodeEscape);
}

function isScalar(value: FrontMatterValue): value is string | number | boolean | null {
  return value === null || typeof value !== "object";
}

function isList(value: FrontMatterValue): value is readonly FrontMatterValue[] {
  return Array.isArray(value);
}
