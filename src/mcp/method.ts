import type { Log } from "../../contracts/ambient.ts";
import type { Mount } from "../../contracts/mounts.ts";
import { failure, type Result } from "../../contracts/result.ts";
import type { ResponseCache } from "../http/mod.ts";
import type { SnapshotSources } from "../reading/mod.ts";
import type { Introduction } from "./introduce.ts";
import { JSON_RPC, type RpcError, rpcError } from "./json_rpc.ts";
import { type Form, readParams } from "./params.ts";

export interface McpDeps {
  readonly sources: SnapshotSources;
  readonly responses: ResponseCache;
  /** How long a request waits for a commit that is being indexed. */
  readonly indexWaitMs: number;
  readonly version: string;
  readonly log: Log;
}

/** `modern`: revision 2026-07-28. `legacy`: those before it, which open with a handshake. */
export type Era = "legacy" | "modern";

/** One request's view of a mount. */
export interface Connection {
  readonly requestId: string;
  readonly mount: Mount;
  readonly introduction: Introduction;
  readonly era: Era;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly result: Readonly<Record<string, unknown>>;
  /** How long the modern era is told that it may keep the result, and for whom. */
  readonly cache?: { readonly ttlMs: number; readonly cacheScope: "public" | "private" };
}

export type Outcome = Result<Answer, RpcError>;

/** Answers a request, whose params are as they were sent. */
export type Method = (params: unknown, deps: McpDeps, connection: Connection) => Outcome | Promise<Outcome>;

/** A method whose answer is made of params in their form. */
export function method<Params>(
  name: string,
  form: Form<Params>,
  answer: (params: Params, deps: McpDeps, connection: Connection) => Outcome | Promise<Outcome>,
): readonly [name: string, method: Method] {
  return [name, (given, deps, connection) => {
    const params = readParams(form, name, given);
    return params.ok
      ? answer(params.value, deps, connection)
      : failure(rpcError(params.error, JSON_RPC.invalidParams));
  }];
}
