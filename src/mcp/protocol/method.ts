import { failure, type Result, success } from "../../../contracts/result.ts";
import { JSON_RPC, type RequestId, type RpcError, rpcError } from "./json_rpc.ts";
import type { CacheHint, Refusal } from "./open_server.ts";
import { type Form, readParams } from "./params.ts";
import type { Era } from "./revisions.ts";

/** What an answer depends on beside the params and the server. */
export interface RequestContext {
  readonly id: RequestId;
  readonly era: Era;
  /** Aborts when the client goes away. Only what waits asks for it, since it costs the runtime to give one. */
  readonly signal: () => AbortSignal;
}

export interface Answer {
  readonly result: Readonly<Record<string, unknown>>;
  readonly cache?: CacheHint;
  /** What the result's `_meta` holds beside the server's information. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** A notification that is sent ahead of the result; both are a stream of events then. */
  readonly before?: { readonly method: string; readonly params: Readonly<Record<string, unknown>> };
}

/** A tool's one text. */
export interface ToolText {
  /** As JSON: text that is remembered is not encoded again for each answer. */
  readonly json: string;
  readonly isError: boolean;
  /** What the result's `_meta` holds beside the server's information. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A refusal is told by HTTP too, by its status and headers; of a batch only if nothing in it was answered before. */
export type Outcome = Result<Answer | ToolText, RpcError | Refusal>;

/** Answers a request whose params are in their form. */
export type Run<Server> = (server: Server, context: RequestContext) => Outcome | Promise<Outcome>;

/**
 * One method of a server, given the params as they were sent. That they are wrong is known before a
 * server is opened for them.
 */
export type Method<Server> = (params: unknown) => Result<Run<Server>, RpcError>;

export type NamedMethod<Server> = readonly [name: string, method: Method<Server>];

/** All that a server answers, by the era and the name of the method. */
export type Methods<Server> = Readonly<Record<Era, ReadonlyMap<string, Method<Server>>>>;

/** A method whose answer is made of params in their form. */
export function method<Params, Server>(
  name: string,
  form: Form<Params>,
  answer: (params: Params, server: Server, context: RequestContext) => Outcome | Promise<Outcome>,
): NamedMethod<Server> {
  return [name, (given) => {
    const params = readParams(form, name, given);
    return params.ok
      ? success((server, context) => answer(params.value, server, context))
      : failure(rpcError(params.error, JSON_RPC.invalidParams));
  }];
}
