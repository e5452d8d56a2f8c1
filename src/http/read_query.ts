import type { z } from "zod";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result } from "../../contracts/result.ts";
import { parseArguments } from "./parse_arguments.ts";
import { wholeNumbers } from "./whole_numbers.ts";

/** Reads and checks the query of a request's URL. Fails with `request.invalid`, which says what is wrong. */
type QueryReader<Schema extends z.ZodObject> = (request: Request) => Result<z.output<Schema>, Failure>;

const NAMED = 5;
const NAME_CHARACTERS = 40;

/**
 * A reader for queries of the form of `schema`, whose members are texts and whole numbers. What it does
 * not know is refused and named, and so is what comes twice: two readers of it could disagree.
 */
export function queryReader<Schema extends z.ZodObject>(schema: Schema): QueryReader<Schema> {
  const names = Object.keys(schema.shape);
  const asNumber = wholeNumbers(schema);

  return function readQuery(request) {
    const given = parametersOf(request.url);
    if (given === null) return invalid("the query holds an escape that cannot be decoded");
    const values: Record<string, unknown> = {};
    const unknown = new Set<string>();
    const repeated = new Set<string>();
    for (const [name, text] of given) {
      if (!names.includes(name)) unknown.add(name);
      else if (Object.hasOwn(values, name)) repeated.add(name);
      else values[name] = asNumber(name, text);
    }
    if (unknown.size > 0) {
      const known = names.length === 0 ? "there are none here" : `the parameters are ${names.join(", ")}`;
      return invalid(`there is no parameter ${quoted([...unknown])}: ${known}`);
    }
    if (repeated.size > 0) return invalid(`given more than once: ${quoted([...repeated])}`);
    return parseArguments(schema, values);
  };
}

/** Names and values in order, as forms write them; null when one cannot be decoded. */
function parametersOf(url: string): readonly (readonly [string, string])[] | null {
  const start = url.indexOf("?");
  if (start === -1) return [];
  const pairs = url.slice(start + 1).split("#", 1)[0]?.split("&").filter((pair) => pair !== "") ?? [];
  try {
    return pairs.map((pair) => {
      const [name = "", ...rest] = pair.split("=");
      return [decoded(name), decoded(rest.join("="))];
    });
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((name) => JSON.stringify(name.slice(0, NAME_CHARACTERS)));
  return shown.join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");
}

function invalid(reason: string): Result<never, Failure> {
  return failure({ code: "request.invalid", reason });
}
