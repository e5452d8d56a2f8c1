import type { FrontMatterMap, FrontMatterValue } from "../../../contracts/domain.ts";

/** What JSON leaves as it is and YAML 1.1 or 1.2 reads as a line's end, or refuses as unprintable. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** YAML parsers look for the end of a key within 1,024 characters (YAML 1.2.2 section 7.4.2, 1.1 section 9.1.1). */
const LONGEST_KEY = 1000;

/** Parsers of front matter give up at 32 levels and more. */
const DEEPEST = 16;

/**
 * Front matter in which every scalar is double-quoted, a field a line: YAML 1.1, YAML 1.2 and the subset
 * that the skills extension's verifiers read take it for the same text. Its lines end behind the closing fence.
 */
export function frontMatterText({ entries }: FrontMatterMap): string {
  const lines = entries.map(([key, value]) => `${quoted(key)}: ${written(value)}\n`);
  return `---\n${lines.join("")}---\n`;
}

/** What keeps a field from being written, as the end of a sentence; null when nothing does. */
export function unwritable([key, value]: FrontMatterMap["entries"][number]): string | null {
  return flawOf({ entries: [[key, value]] }, 0);
}

function flawOf(value: FrontMatterValue, depth: number): string | null {
  if (typeof value === "string") return null;
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

function written(value: FrontMatterValue): string {
  if (typeof value === "string") return quoted(value);
  if (isList(value)) return `[${value.map(written).join(", ")}]`;
  return `{${value.entries.map(([key, item]) => `${quoted(key)}: ${written(item)}`).join(", ")}}`;
}

/** A JSON string is a double-quoted YAML scalar, once what YAML cannot print is escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function isList(value: FrontMatterValue): value is readonly FrontMatterValue[] {
  return Array.isArray(value);
}
