import { z } from "zod";

/**
 * Takes text for the whole number that it writes, where the member of `schema` that it is for is one. What
 * writes none stays text, and is for the schema to refuse.
 */
export function wholeNumbers(schema: z.ZodObject): (name: string, value: unknown) => unknown {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input" });
  const numbers = new Set(
    Object.entries(properties)
      .filter(([, property]) => typeof property === "object" && property.type === "integer")
      .map(([name]) => name),
  );
  return (name, value) =>
    typeof value === "string" && numbers.has(name) && /^\d{1,16}$/.test(value) ? Number(value) : value;
}
