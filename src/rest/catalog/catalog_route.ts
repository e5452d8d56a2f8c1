import type { z } from "zod";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { ErrorCode, Failure } from "../../../contracts/errors.ts";
import type { Result } from "../../../contracts/result.ts";
import { checkedAnswer } from "../checked_answer.ts";
import type { Operation } from "../operation.ts";

export interface AskedOfCatalog {
  readonly request: Request;
  readonly asker: Asker;
  /** How long the answer may be kept, and by whom. */
  readonly kept: Readonly<Record<string, string>>;
}

type Answering = Result<Response, Failure> | Promise<Result<Response, Failure>>;

/** An operation with what answers it. */
export interface CatalogRoute extends Operation {
  readonly respond: (
    asked: AskedOfCatalog,
    segments: Readonly<Record<string, string>>,
  ) => Answering;
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
  return {
    ...route,
    method: "GET",
    takesAddress: false,
    failures: [...CATALOG_FAILURES, ...route.failures],
    respond: checkedAnswer<AskedOfCatalog, Path, Query>(route, answer),
  };
}
