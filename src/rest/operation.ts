import type { z } from "zod";
import type { ErrorCode, Failure } from "../../contracts/errors.ts";
import type { Asker, Scope } from "../../contracts/auth/viewer.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { Result } from "../../contracts/result.ts";
import type { CountUse, ResponseCache, SendAnswer } from "../http/mod.ts";
import type { OpenSnapshotDeps } from "../reading/mod.ts";

/** One operation as the document describes it. */
export interface Operation {
  /** Unique, and what the document calls it. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The whole path with its parameters in braces, or all of it before the address. */
  readonly path: string;
  readonly takesAddress: boolean;
  /** What stands in braces in the path; left out: nothing does. */
  readonly parameters?: z.ZodObject;
  /** What a key or token must allow; left out: it takes none. */
  readonly scope?: Scope;
  readonly body?: OperationBody;
  /** One line without a full stop. */
  readonly summary: string;
  readonly description: string;
  readonly query: z.ZodObject;
  readonly answers: readonly OperationAnswer[];
  /** What it fails with beside what any operation may. */
  readonly failures: readonly ErrorCode[];
}

/** What the request brings. */
export interface OperationBody {
  readonly mediaType: "application/json" | "multipart/form-data";
  readonly schema: z.ZodObject;
}

export interface OperationAnswer {
  readonly status: number;
  readonly description: string;
  /** Empty: it has no body. */
  readonly mediaTypes: readonly string[];
  /** Null where the body is no JSON. */
  readonly schema: z.ZodType | null;
  /** Names of headers that matter for it. */
  readonly headers: readonly string[];
}

/** An operation with what answers it. */
export interface Route extends Operation {
  readonly method: "GET" | "POST";
  readonly answer: (asked: Asked) => Response | Promise<Response>;
}

/** A request, taken apart. */
export interface Asked {
  readonly request: Request;
  /** The raw rest of the path, with its leading `/`; empty where there is none. */
  readonly address: string;
  readonly asker: Asker;
}

/** What reads are answered from. */
export interface ReadDeps {
  readonly open: (address: string, asker: Asker) => Promise<Result<Mount, Failure>>;
  readonly sources: OpenSnapshotDeps;
  readonly responses: ResponseCache;
  readonly count: CountUse;
  readonly send: SendAnswer;
  /** The entity tag of the answer that a key names. */
  readonly tagOf: (key: string) => string;
  /** Of the server: another one may answer in another form. */
  readonly version: string;
}

/** What an address alone can fail with. */
export const ADDRESS_FAILURES = [
  "address.invalid",
  "address.too_long",
  "address.encoding",
  "address.host_unknown",
  "address.owner_invalid",
  "address.repo_invalid",
  "address.ref_invalid",
  "address.path_invalid",
  "auth.required",
  "auth.invalid_token",
  "mount.not_allowed",
  "mount.repo_not_found",
  "mount.ref_not_found",
  "mount.rate_limited",
  "mount.unavailable",
  "mount.unsupported",
  "rate.limited",
  "store.unavailable",
] as const satisfies readonly ErrorCode[];

/** What a read of an address fails with before its own question is looked at. */
export const READ_FAILURES = [
  "request.invalid",
  "mount.path_not_found",
  "server.busy",
  ...ADDRESS_FAILURES,
] as const satisfies readonly ErrorCode[];

/** That the client has the answer already. */
export const NOT_MODIFIED: OperationAnswer = {
  status: 304,
  description: "The answer is the one that if-none-match names",
  mediaTypes: [],
  schema: null,
  headers: ["etag", "cache-control"],
};
