import type { FrontMatterMap, FrontMatterValue } from "../../../contracts/domain.ts";
import type { FrontMatterData } from "../../../contracts/mcp/skills_extension.ts";

/** Front matter as JSON has it. Keys are defined, so that one named `__proto__` is data like any other. */
export function frontMatterData({ entries }: FrontMatterMap): { readonly [key: string]: FrontMatterData } {
  return Object.fromEntries(entries.map(([key, value]) => [key, data(value)]));
}

function data(value: FrontMatterValue): FrontMatterData {
  if (value === null || typeof value !== "object") return value;
  return isList(value) ? value.map(data) : frontMatterData(value);
}

function isList(value: FrontMatterValue): value is readonly FrontMatterValue[] {
  return Array.isArray(value);
}
