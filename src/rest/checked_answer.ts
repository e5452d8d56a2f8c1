import type { z } from "zod";
import type { Failure } from "../../contracts/errors.ts";
import type { Result } from "../../contracts/result.ts";
import { parseArguments, queryReader } from "../http/mod.ts";

type Answering = Result<Response, Failure> | Promise<Result<Response, Failure>>;

/**
 * Answers a request whose path and query are checked by the schemas that describe them.
 *
 * `segments` is what the path has for each of its parameters, decoded.
 */
export function checkedAnswer<
  Asked extends { readonly request: Request },
  Path extends z.ZodObject,
  Query extends z.ZodObject,
>(
  { parameters, query }: { readonly parameters: Path; readonly query: Query },
  answer: (
    asked: Asked & { readonly path: z.output<Path>; readonly query: z.output<Query> },
  ) => Answering,
): (asked: Asked, segments: Readonly<Record<string, string>>) => Answering {
  const readQuery = queryReader(query);
  return (asked, segments) => {
    const path = parseArguments(parameters, segments);
    if (!path.ok) return path;
    const said = readQuery(asked.request);
    return said.ok ? answer({ ...asked, path: path.value, query: said.value }) : said;
  };
}
