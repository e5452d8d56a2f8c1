import type { FrontMatterMap, FrontMatterValue } from "../../../contracts/domain.ts";
import { type Scalar, typedScalar } from "./_typed_scalar.ts";

/** YAML as it was typed. Offsets are in code units of the source. */
export type YamlNode = YamlText | YamlList | YamlMap;

export interface YamlText extends Scalar {
  readonly kind: "text";
  readonly offset: number;
}

export interface YamlList {
  readonly kind: "list";
  readonly items: readonly YamlNode[];
  readonly offset: number;
}

export interface YamlMap {
  readonly kind: "map";
  readonly entries: readonly YamlEntry[];
  readonly offset: number;
}

export interface YamlEntry {
  readonly key: string;
  readonly offset: number;
  readonly value: YamlNode;
}

/** A node without its place. */
export function plainValue(node: YamlNode): FrontMatterValue {
  switch (node.kind) {
    case "text":
      return typedScalar(node);
    case "list":
      return node.items.map(plainValue);
    case "map":
      return plainMap(node.entries);
  }
}

/** Entries without their places, in the author's order. */
function plainMap(entries: YamlMap["entries"]): FrontMatterMap {
  return { entries: entries.map(({ key, value }) => [key, plainValue(value)] as const) };
}

/** Whether nothing is written: the field counts as absent. */
export function isNull(node: YamlNode): boolean {
  return node.kind === "text" && typedScalar(node) === null;
}
