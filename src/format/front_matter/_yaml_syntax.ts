import type { CST, ErrorCode, YAMLError } from "yaml";
import { oneLine, shorten } from "../text/one_line.ts";
import { neverClosed } from "./_never_closed.ts";

/** A flaw in YAML as its author needs to hear it. `offset` is in code units of the YAML. */
export interface SyntaxReport {
  readonly message: string;
  readonly offset: number;
}

/** What a value cannot start with unquoted, and what YAML takes it for. */
const RESERVED = {
  "[": "the start of a list",
  "{": "the start of a mapping",
  "&": "an anchor",
  "*": "an alias",
  "!": "a tag",
  "%": "a directive",
  "@": "a reserved sign",
  "`": "a reserved sign",
  ",": "part of a list",
  "]": "the end of a list",
  "}": "the end of a mapping",
} as const;

const QUOTE_IT = "put the whole value in quotes";

/** An author's key in double quotes: one line, never long. */
export function quoteKey(key: string): string {
  return `"${shorten(oneLine(key), 60)}"`;
}

/** Says what YAML takes a sign at the start of a value for. */
export function reservedSign(subject: string, sign: keyof typeof RESERVED): string {
  return `${subject} starts with "${sign}", which YAML reads as ${RESERVED[sign]}; ${QUOTE_IT}`;
}

const CLOSES = { "[": "]", "{": "}" } as const;

/**
 * Explains why `source` is no YAML, from the first place where a parser stumbled. The parser's own
 * words speak of grammar; authors meet a handful of slips, each with one remedy.
 */
export function explainSyntax(
  source: string,
  tokens: readonly CST.Token[],
  { pos: [stumble], code }: YAMLError,
): SyntaxReport {
  const open = code === "BAD_INDENT" || code === "MISSING_CHAR" ? neverClosed(tokens, stumble) : null;
  const field = fieldAt(source, open?.offset ?? stumble);
  if (code === "TAB_AS_INDENT") {
    return { message: "A line is indented with a tab; indent with spaces", offset: stumble };
  }
  if (field === null) {
    return { message: 'The front matter is not "key: value" lines', offset: stumble };
  }
  const key = quoteKey(field.key);
  if (open !== null) {
    const { sign, offset } = open;
    const message = sign === "[" || sign === "{"
      ? `${reservedSign(valueOf(key, field, offset), sign)}, or close it with "${CLOSES[sign]}"`
      : `${valueOf(key, field, offset)} starts with a quote that is never closed`;
    return { message, offset };
  }
  const start = lineStart(source, stumble);
  if (start > field.offset && /[^\s#]/.test(source.charAt(start))) {
    return { message: `A line is neither "key: value" nor indented to continue ${key}`, offset: start };
  }
  return explainValue(source, field, key, stumble, code);
}

function explainValue(
  source: string,
  field: Field,
  key: string,
  stumble: number,
  code: ErrorCode,
): SyntaxReport {
  const value = source.slice(field.value, field.end);
  const first = value.charAt(0);
  if (isReserved(first)) {
    return { message: reservedSign(`The value of ${key}`, first), offset: field.value };
  }
  if (first === '"' || first === "'") {
    if (code === "BAD_DQ_ESCAPE") {
      const message =
        `The value of ${key} holds a "\\" that YAML cannot read in double quotes; use single quotes`;
      return { message, offset: stumble };
    }
    return { message: `The value of ${key} goes on behind its closing quote; ${QUOTE_IT}`, offset: stumble };
  }
  if (first === "|" || first === ">") {
    const message =
      `The value of ${key} starts with "${first}": its text must start on the next line, or in quotes`;
    return { message, offset: field.value };
  }
  const cut = value.search(/:(?=[ \t\r\n]|$)|[ \t]#/);
  if (cut >= 0) {
    const what = value.charAt(cut) === ":"
      ? 'holds an unquoted ": ", which YAML reads as another key'
      : 'goes on behind an unquoted " #", which starts a comment';
    return { message: `The value of ${key} ${what}; ${QUOTE_IT}`, offset: field.value + cut };
  }
  if (/^[-?][ \t]/.test(value)) {
    return { message: `The value of ${key} starts with "${first} "; ${QUOTE_IT}`, offset: field.value };
  }
  return code === "BAD_INDENT"
    ? { message: `The indentation at ${key} does not fit the lines around it`, offset: stumble }
    : { message: `The YAML at ${key} cannot be read; quoting its value may help`, offset: stumble };
}

/** A value, or what stands in it at `offset`. */
function valueOf(key: string, field: Field, offset: number): string {
  return offset === field.value ? `The value of ${key}` : `A part of ${key}`;
}

function isReserved(character: string): character is keyof typeof RESERVED {
  return Object.hasOwn(RESERVED, character);
}

/** A `key: value` line and the lines that continue it. */
interface Field {
  readonly key: string;
  readonly offset: number;
  readonly value: number;
  readonly end: number;
}

/** The field in whose lines `offset` lies: the nearest line at or above it that has a key. */
function fieldAt(source: string, offset: number): Field | null {
  for (let start = lineStart(source, offset);; start = lineStart(source, start - 1)) {
    const newline = source.indexOf("\n", start);
    const line = source.slice(start, newline < 0 ? source.length : newline);
    const colon = line.search(/:(?=[ \t\r]|$)/);
    const key = line.slice(0, Math.max(colon, 0)).replace(/^[ -]+/, "").trim();
    if (key !== "" && !key.startsWith("#")) {
      const space = /^[ \t]*/.exec(line.slice(colon + 1))?.[0].length ?? 0;
      const value = start + colon + 1 + space;
      return { key, offset: start, value, end: endOfValue(source, start, value) };
    }
    if (start === 0) return null;
  }
}

function lineStart(source: string, offset: number): number {
  return offset === 0 ? 0 : source.lastIndexOf("\n", offset - 1) + 1;
}

/** The end of the last line that is blank or indented deeper than the key. */
function endOfValue(source: string, lineStart: number, value: number): number {
  const indent = /^ */.exec(source.slice(lineStart))?.[0].length ?? 0;
  let newline = source.indexOf("\n", value);
  while (newline >= 0) {
    const spaces = /^ */.exec(source.slice(newline + 1))?.[0].length ?? 0;
    const next = source.charAt(newline + 1 + spaces);
    if (next === "") break;
    if (spaces <= indent && next !== "\n" && next !== "\r") return newline;
    newline = source.indexOf("\n", newline + 1);
  }
  return source.length;
}
