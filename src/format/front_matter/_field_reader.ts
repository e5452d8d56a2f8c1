import type { Problem, ProblemCode } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { exceedsCodePoints } from "../text/code_points.ts";
import { typedScalar } from "./_typed_scalar.ts";
import { isNull, type YamlEntry, type YamlMap, type YamlNode } from "./_yaml_node.ts";
import { quoteKey } from "./_yaml_syntax.ts";
import type { FrontMatter } from "./parse_front_matter.ts";

export interface TextRule {
  /** Characters. */
  readonly max: number;
  /** Whitespace around it, such as the line break a block scalar ends in, is then no part of it. */
  readonly oneLine?: boolean;
}

export type Pairs = readonly (readonly [key: string, value: string])[];

/** Reads declared fields and notes what is wrong with them, each note at its place in the file. */
export class FieldReader {
  readonly problems: Problem[] = [];
  readonly #locate: FrontMatter["locate"];
  readonly #consequence: string;

  /** `consequence` is what becomes of an optional field that cannot be used, as the end of a sentence. */
  constructor(frontMatter: FrontMatter, consequence = "it is ignored") {
    this.#locate = frontMatter.locate;
    this.#consequence = consequence;
  }

  /** A text that must be there; null after noting an error. */
  required(map: YamlMap, key: string, rule: TextRule): string | null {
    const entry = entryOf(map, key);
    if (entry === undefined) {
      this.note("field_missing", "error", `${quoteKey(key)} is missing`, null);
      return null;
    }
    const flaw = isNull(entry.value) ? "is empty" : textFlaw(entry.value, rule);
    if (flaw !== null) this.note("field_invalid", "error", `${quoteKey(key)} ${flaw}`, entry);
    return flaw === null ? textOf(entry.value, rule) : null;
  }

  /** A text that may be there; null when it is absent or was ignored with a warning. */
  optional(map: YamlMap, key: string, rule: TextRule): string | null {
    const entry = writtenEntryOf(map, key);
    if (entry === undefined) return null;
    const flaw = textFlaw(entry.value, rule);
    if (flaw !== null) this.ignore(entry, flaw);
    return flaw === null ? textOf(entry.value, rule) : null;
  }

  /** `metadata`: text to text. Members that are written as one scalar can be shown, whatever their type. */
  metadata(map: YamlMap): Pairs {
    const entry = writtenEntryOf(map, "metadata");
    if (entry === undefined) return [];
    if (entry.value.kind !== "map") {
      this.ignore(entry, `must map text to text, not be ${described(entry.value)}`);
      return [];
    }
    const { entries } = entry.value;
    const odd = entries.find(({ value }) => value.kind !== "text" || typeof typedScalar(value) !== "string");
    if (odd !== undefined) {
      this.ignore(entry, `must map text to text, but ${quoteKey(odd.key)} is ${described(odd.value)}`);
    }
    const most = FORMAT_LIMITS.metadataPairs;
    if (entries.length > most) this.ignore(entry, `has more than ${most} entries`);
    const shown = entries.flatMap(({ key, value }) =>
      value.kind === "text" && !isNull(value) ? [[key, value.text] as const] : []
    );
    return shown.slice(0, most);
  }

  /** Notes that an optional field cannot be used. */
  ignore(entry: YamlEntry, flaw: string, consequence = this.#consequence): void {
    this.note("field_invalid", "warning", `${quoteKey(entry.key)} ${flaw}; ${consequence}`, entry);
  }

  note(
    code: ProblemCode,
    severity: Problem["severity"],
    message: string,
    at: { readonly offset: number } | null,
  ): void {
    const place = at === null ? { line: 1, column: 1 } : this.#locate(at.offset);
    this.problems.push({ code, severity, message, ...place });
  }
}

export function entryOf(map: YamlMap, key: string): YamlEntry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** The same, unless nothing is written behind the key. */
export function writtenEntryOf(map: YamlMap, key: string): YamlEntry | undefined {
  const entry = entryOf(map, key);
  return entry === undefined || isNull(entry.value) ? undefined : entry;
}

/** What keeps a value from being such a text, as the end of a sentence; null when nothing does. */
function textFlaw(node: YamlNode, { max, oneLine = false }: TextRule): string | null {
  if (node.kind !== "text") {
    return `must be text, not ${described(node)}; text that starts with "[" or "{" needs quotes`;
  }
  const text = node.text.trim();
  if (text === "") return "is empty";
  if (exceedsCodePoints(text, max)) return `is longer than ${max} characters`;
  return oneLine && text.includes("\n") ? "must be one line" : null;
}

export function described(node: YamlNode): string {
  if (node.kind !== "text") return node.kind === "list" ? "a list" : "a mapping";
  const value = typedScalar(node);
  if (value === null) return "empty";
  return typeof value === "number" ? "a number" : typeof value === "boolean" ? "true or false" : "text";
}

function textOf(node: YamlNode, rule: TextRule): string | null {
  if (node.kind !== "text") return null;
  return rule.oneLine ? node.text.trim() : node.text;
}
