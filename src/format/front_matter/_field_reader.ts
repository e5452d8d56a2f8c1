import type { Problem, ProblemCode } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { exceedsCodePoints } from "../text/code_points.ts";
import type { YamlEntry, YamlMap, YamlNode } from "./_yaml_node.ts";
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
  /** Optional fields that are ignored. */
  readonly unusable = new Set<YamlEntry>();
  readonly #locate: FrontMatter["locate"];

  constructor(frontMatter: FrontMatter) {
    this.#locate = frontMatter.locate;
  }

  /** A text that must be there; null after noting an error. */
  required(map: YamlMap, key: string, rule: TextRule): string | null {
    const entry = entryOf(map, key);
    if (entry === undefined) {
      this.note("field_missing", "error", `${quoteKey(key)} is missing`, null);
      return null;
    }
    const flaw = textFlaw(entry.value, rule);
    if (flaw !== null) this.note("field_invalid", "error", `${quoteKey(key)} ${flaw}`, entry);
    return flaw === null ? textOf(entry.value, rule) : null;
  }

  /** A text that may be there; null when it is absent or was ignored with a warning. */
  optional(map: YamlMap, key: string, rule: TextRule): string | null {
    const entry = entryOf(map, key);
    if (entry === undefined) return null;
    const flaw = textFlaw(entry.value, rule);
    if (flaw !== null) this.ignore(entry, flaw);
    return flaw === null ? textOf(entry.value, rule) : null;
  }

  /** `metadata`: text to text, as a whole or not at all. */
  metadata(map: YamlMap): Pairs {
    const entry = entryOf(map, "metadata");
    if (entry === undefined) return [];
    if (entry.value.kind !== "map") {
      this.ignore(entry, `must map text to text, not be ${described(entry.value)}`);
      return [];
    }
    const { entries } = entry.value;
    const odd = entries.find(({ value }) => value.kind !== "text");
    if (odd !== undefined) {
      this.ignore(entry, `must map text to text, but ${quoteKey(odd.key)} is ${described(odd.value)}`);
      return [];
    }
    if (entries.length > FORMAT_LIMITS.metadataPairs) {
      this.ignore(entry, `has more than ${FORMAT_LIMITS.metadataPairs} entries`);
      return [];
    }
    return entries.flatMap(({ key, value }) => value.kind === "text" ? [[key, value.text] as const] : []);
  }

  /** Notes that an optional field is ignored. */
  ignore(entry: YamlEntry, flaw: string): void {
    this.unusable.add(entry);
    this.note("field_invalid", "warning", `${quoteKey(entry.key)} ${flaw}; it is ignored`, entry);
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
  return node.kind === "text" ? "text" : node.kind === "list" ? "a list" : "a mapping";
}

function textOf(node: YamlNode, rule: TextRule): string | null {
  if (node.kind !== "text") return null;
  return rule.oneLine ? node.text.trim() : node.text;
}
