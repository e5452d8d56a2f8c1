import { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import type { Result } from "../../../contracts/result.ts";
import { parseArguments, wholeNumbers } from "../../http/mod.ts";
import { isObject } from "./is_object.ts";

/**
 * Reads the arguments of a tool as its schema says, and as clients mean them: many send a whole number as
 * text, and null for what the model left out, or an empty text where the schema has no place for one.
 * Nothing else is taken for what it is not.
 */
export function toolArguments<Schema extends z.ZodObject>(
  schema: Schema,
): (given: unknown) => Result<z.output<Schema>, Failure> {
  const asNumber = wholeNumbers(schema);
  const optional = Object.keys(schema.shape).filter((name) => takes(name, undefined));
  const blanks = new Map(optional.map((name) => [name, takes(name, "") ? [null] : [null, ""]]));
  return (given) => {
    if (!isObject(given)) return parseArguments(schema, given);
    const meant = Object.entries(given)
      .filter(([name, value]) => !blanks.get(name)?.some((blank) => blank === value))
      .map(([name, value]) => [name, asNumber(name, value)] as const);
    return parseArguments(schema, Object.fromEntries(meant));
  };

  function takes(name: string, value: unknown): boolean {
    return z.safeParse(schema.shape[name], value).success;
  }
}
