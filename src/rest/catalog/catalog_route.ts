import type { z } from "zod";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { ErrorCode, Failure } from "../../../contracts/errors.ts";
import type { Result } from "../../../contracts/result.ts";
import { entityTag, hasCurrent, notModified, parseArguments, queryReader } from "../../http/mod.ts";
import type { Operation, OperationAnswer } from "../operation.ts";
import type { CatalogRestDeps } from "./catalog_deps.ts";

export interface AskedOfCatalog {
  readonly request: Request;
  readonly asker: Asker;
  /** How long the answer may be kept, and by whom. */
  readonly kept: Readonly<Record<string, string>>;
}

type Answering = Promise<Result<Response, Failure>>;

/** An operation with what answers it. */
export interface CatalogRoute extends Operation {
  readonly respond: (
    asked: AskedOfCatalog,
    segments: Readonly<Record<string, string>>,
  ) => Answering | Result<Response, Failure>;
}

interface Written<Path extends z.ZodObject, Query extends z.ZodObject>
  extends Omit<CatalogRoute, "respond" | "takesAddress" | "parameters" | "query" | "method"> {
  readonly parameters: Path;
  readonly query: Query;
  readonly answer: (
    asked: AskedOfCatalog & { readonly path: z.output<Path>; readonly query: z.output<Query> },
  ) => Answering;
}

/** What any question fails with before it is looked at: nobody has to show a key, and who shows one is held to it. */
const CATALOG_FAILURES = [
  "request.invalid",
  "auth.invalid_token",
  "account.suspended",
  "rate.limited",
  "server.busy",
  "store.unavailable",
] as const satisfies readonly ErrorCode[];

/** A route whose path and query are checked by the schemas that describe them. */
export function catalogRoute<Path extends z.ZodObject, Query extends z.ZodObject>(
  { answer, ...route }: Written<Path, Query>,
): CatalogRoute {
  const readQuery = queryReader(route.query);
  return {
    ...route,
    method: "GET",
    takesAddress: false,
    failures: [...CATALOG_FAILURES, ...route.failures],
    respond(asked, segments) {
      const path = parseArguments(route.parameters, segments);
      if (!path.ok) return path;
      const query = readQuery(asked.request);
      return query.ok ? answer({ ...asked, path: path.value, query: query.value }) : query;
    },
  };
}

/** An answer with the tag of its own text, or that its asker has it already. */
export function catalogAnswer(
  { send, version }: Pick<CatalogRestDeps, "send" | "version">,
  asked: AskedOfCatalog,
  value: unknown,
): Response {
  const body = JSON.stringify(value);
  const headers = { etag: entityTag(version, body), ...asked.kept };
  return hasCurrent(asked.request, headers.etag)
    ? notModified(headers)
    : send(asked, body, { ...headers, "content-type": "application/json" });
}

/** How the document describes `catalogAnswer()`. */
export function catalogResponse(description: string, schema: z.ZodType): OperationAnswer {
  return {
    status: 200,
    description,
    mediaTypes: ["application/json"],
    schema,
    headers: ["etag", "cache-control"],
  };
}
