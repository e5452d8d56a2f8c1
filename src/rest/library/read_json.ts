import type { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import { LIBRARY_REST_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result } from "../../../contracts/result.ts";
import { isJson, parseArguments, parseJson } from "../../http/mod.ts";
import type { LibraryRestDeps } from "./library_deps.ts";

/** What a request says in JSON, of the form of `schema`. */
export async function readJson<Schema extends z.ZodObject>(
  { readBody }: Pick<LibraryRestDeps, "readBody">,
  request: Request,
  schema: Schema,
): Promise<Result<z.output<Schema>, Failure>> {
  if (!isJson(request.headers.get("content-type"))) return failure({ code: "request.not_json" });
  const text = await readBody(request, LIBRARY_REST_LIMITS.bodyBytes);
  if (!text.ok) return text;
  const said = parseJson(text.value);
  if (typeof said !== "object" || said === null) {
    return failure({ code: "request.invalid", reason: "the body must be a JSON object" });
  }
  return parseArguments(schema, said);
}
