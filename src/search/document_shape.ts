import type { FieldLengths } from "./document_table.ts";

export type FieldName = "name" | "description" | "path" | "heading" | "body";

/** The short fields, in the order in which their tokens are numbered; `body` has counts and no positions. */
export const FIELDS = [
  "name",
  "description",
  "path",
  "heading",
  "body",
] as const satisfies readonly FieldName[];

/** Where each short field starts. One number is left free between fields, so that no phrase crosses over. */
export function fieldStarts(lengths: FieldLengths): readonly [number, number, number, number] {
  const description = lengths.name + 1;
  const path = description + lengths.description + 1;
  const heading = path + lengths.path + 1;
  return [0, description, path, heading];
}
