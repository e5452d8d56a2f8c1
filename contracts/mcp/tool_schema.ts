/** How tools are shown to clients, and the kinds of arguments that they take. */
import { z } from "zod";

export interface ReadOnlyTool<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
}

/** Every tool only reads, changes nothing anywhere and stays inside what it was connected to. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** A tool as `tools/list` shows it. */
export function readOnlyTool<Name extends string>({ name, title, description, input }: ReadOnlyTool<Name>) {
  // Made once: every connection reads it again. No dialect is named, because 2020-12 is the protocol's.
  const { $schema: _, ...schema } = z.toJSONSchema(input);
  const inputSchema = z.object({ type: z.literal("object") }).catchall(z.json()).parse(schema);
  return { name, title, description, inputSchema, annotations: { title, ...ANNOTATIONS } };
}

/** A string whose length is told and counted in characters, as JSON Schema does, not in UTF-16 units. */
export function text(least: number, most: number, description: string) {
  return z.string()
    .refine((value) => within(value, least, most), { abort: true, params: { least, most } })
    .meta({ description, ...(least > 0 && { minLength: least }), maxLength: most });
}

export function count(least: number, most: number, description: string) {
  return z.int().min(least).max(most).describe(description);
}

function within(value: string, least: number, most: number): boolean {
  if (value.length < least || value.length > 2 * most) return false;
  return value.length <= most || [...value].length <= most;
}
