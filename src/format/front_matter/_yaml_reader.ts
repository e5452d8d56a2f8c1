import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { ProblemCode } from "../../../contracts/domain.ts";
import { findInvisible } from "../text/invisible_characters.ts";
import { invisible, type YamlFinding } from "./_yaml_finding.ts";
import type { YamlEntry, YamlNode } from "./_yaml_node.ts";
import { quoteKey, reservedSign } from "./_yaml_syntax.ts";

/** A few of each severity are enough to act on; a hostile block could hold thousands. */
const MAX_FINDINGS = 20;

/** Turns composed nodes into plain ones and notes what the format does not allow. */
export class YamlReader {
  readonly findings: YamlFinding[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** `name` is the key under which the node stands, dotted; empty for the whole front matter. */
  read(node: unknown, name: string): YamlNode {
    if (this.#full) return { kind: "text", text: "", isPlain: false, offset: 0 };
    const offset = isNode(node) ? node.range?.[0] ?? 0 : 0;
    if (isNode(node)) this.#refuseFeatures(node, name, offset);
    if (isMap(node)) return { kind: "map", entries: this.#entries(node.items, name), offset };
    if (isSeq(node)) return { kind: "list", items: node.items.map((item) => this.read(item, name)), offset };
    const text = isScalar(node) && typeof node.value === "string" ? node.value : "";
    this.#refuseInvisible(text, name, offset);
    const isPlain = !isScalar(node) || node.type === "PLAIN";
    if (isScalar(node) && isPlain) this.#noteComment(node.range?.[1] ?? offset, name);
    return { kind: "text", text, isPlain, offset };
  }

  #entries(pairs: readonly Pair[], name: string): readonly YamlEntry[] {
    const entries = new Map<string, YamlEntry>();
    for (const pair of pairs) {
      if (this.#full) break;
      const key = this.read(pair.key, name);
      if (key.kind !== "text" || key.text === "") {
        const where = name === "" ? "" : ` in ${quoteKey(name)}`;
        this.#refuse("yaml_feature", `A key${where} is not text`, key.offset);
        continue;
      }
      const path = name === "" ? key.text : `${name}.${key.text}`;
      const earlier = entries.get(key.text);
      if (earlier !== undefined) {
        const lines = `${this.#line(earlier.offset)} and ${this.#line(key.offset)}`;
        this.#refuse("duplicate_key", `${quoteKey(path)} is declared twice, on lines ${lines}`, key.offset);
        continue;
      }
      entries.set(key.text, { key: key.text, offset: key.offset, value: this.read(pair.value, path) });
    }
    return [...entries.values()];
  }

  #refuseFeatures(node: Node, name: string, offset: number): void {
    const sign = isAlias(node) ? "*" : node.anchor !== undefined ? "&" : node.tag !== undefined ? "!" : null;
    if (sign === null) return;
    const message = reservedSign(subject(name), sign);
    this.#refuse("yaml_feature", message, Math.max(this.#source.lastIndexOf(sign, offset), 0));
  }

  #refuseInvisible(text: string, name: string, offset: number): void {
    const index = findInvisible(text, "\n\t");
    if (index < 0) return;
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const written = this.#source.indexOf(character, offset);
    this.#refuse("invisible_character", invisible(subject(name), character), written < 0 ? offset : written);
  }

  /** A plain value ends at ` #`; its author may have meant the rest as part of it. */
  #noteComment(end: number, name: string): void {
    const space = /^[ \t]*(?=#)/.exec(this.#source.slice(end))?.[0];
    if (space === undefined) return;
    const message = `The value of ${quoteKey(name)} ends before " #", which starts a comment; ` +
      "put the value in quotes if the rest belongs to it";
    this.#add({ code: "commented_value", severity: "warning", message, offset: end + space.length });
  }

  #line(offset: number): number {
    // The first line of the front matter is the second of its file.
    return this.#source.slice(0, offset).split("\n").length + 1;
  }

  #refuse(code: ProblemCode, message: string, offset: number): void {
    this.#add({ code, severity: "error", message, offset });
  }

  #add(finding: YamlFinding): void {
    if (this.#count(finding.severity) < MAX_FINDINGS) this.findings.push(finding);
  }

  #count(severity: YamlFinding["severity"]): number {
    return this.findings.filter((finding) => finding.severity === severity).length;
  }

  get broken(): boolean {
    return this.#count("error") > 0;
  }

  get #full(): boolean {
    return this.#count("error") >= MAX_FINDINGS;
  }
}

function subject(name: string): string {
  return name === "" ? "The front matter" : `The value of ${quoteKey(name)}`;
}
