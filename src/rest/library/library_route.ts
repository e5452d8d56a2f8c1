import type { z } from "zod";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { ErrorCode, Failure } from "../../../contracts/errors.ts";
import type { Caller } from "../../../contracts/library/access.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import type { Result } from "../../../contracts/result.ts";
import { checkedAnswer } from "../checked_answer.ts";
import type { Operation } from "../operation.ts";

/** Who asks for what an account has; they were let in. */
export interface AskedOfAccount {
  readonly request: Request;
  readonly caller: Caller;
  /** The caller as who reads the library, and who changes it. */
  readonly author: LibraryAuthor;
  readonly asker: Asker;
}

type Answering = Result<Response, Failure> | Promise<Result<Response, Failure>>;

/** An operation with what answers it. */
export interface LibraryRoute extends Operation {
  readonly scope: "registry:read" | "registry:write";
  /** It costs no call of the day. */
  readonly isFree?: true;
  /** Jobs of build systems call it too. */
  readonly takesJobs?: true;
  /** `segments`: what the path has for each of its parameters, decoded. */
  readonly respond: (asked: AskedOfAccount, segments: Readonly<Record<string, string>>) => Answering;
}

interface Written<Path extends z.ZodObject, Query extends z.ZodObject>
  extends Omit<LibraryRoute, "respond" | "takesAddress" | "parameters" | "query"> {
  readonly parameters: Path;
  readonly query: Query;
  readonly answer: (
    asked: AskedOfAccount & { readonly path: z.output<Path>; readonly query: z.output<Query> },
  ) => Answering;
}

/** What any request to an account fails with before its own question is looked at. */
const ACCOUNT_FAILURES = [
  "request.invalid",
  "auth.required",
  "auth.invalid_token",
  "auth.insufficient_scope",
  "account.suspended",
  "rate.limited",
  "store.unavailable",
] as const satisfies readonly ErrorCode[];

/** A route whose path and query are checked by the schemas that describe them. */
export function libraryRoute<Path extends z.ZodObject, Query extends z.ZodObject>(
  { answer, ...route }: Written<Path, Query>,
): LibraryRoute {
  return {
    ...route,
    takesAddress: false,
    failures: [...ACCOUNT_FAILURES, ...route.failures],
    respond: checkedAnswer<AskedOfAccount, Path, Query>(route, answer),
  };
}
