import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import { failureHeaders, failureMessage } from "../../http/mod.ts";

/**
 * Codes of JSON-RPC (JSON-RPC 2.0, section 5.1); -32000 is the first that implementations may define,
 * and the last two are MCP's.
 */
export const JSON_RPC = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  implementation: -32000,
  headerMismatch: -32020,
  unsupportedRevision: -32022,
} as const;

export type RequestId = string | number;

/** A request whose envelope was found to be right. */
export interface RpcRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params?: unknown;
}

/** The error of a response. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A response. */
export type RpcMessage =
  | { readonly jsonrpc: "2.0"; readonly id: RequestId; readonly result: unknown }
  | { readonly jsonrpc: "2.0"; readonly id: RequestId | null; readonly error: RpcError };

/** The method that a message names; null for a response, a batch and what is no message. */
export function methodOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("method" in body)) return null;
  return typeof body.method === "string" ? body.method : null;
}

/** The id to answer with: the request's own where it could be read, else null. */
export function idOf(body: unknown): RequestId | null {
  if (typeof body !== "object" || body === null || !("id" in body) || methodOf(body) === null) return null;
  return typeof body.id === "string" || typeof body.id === "number" ? body.id : null;
}

/** The error that tells a failure; its data holds the code that programs decide by. */
export function rpcError(
  failure: Failure,
  code: number,
  more: Readonly<Record<string, unknown>> = {},
): RpcError {
  const { retryAfterSeconds } = failure;
  const data = { code: failure.code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }), ...more };
  return { code, message: failureMessage(failure), data };
}

/** The response that is an error. */
export function errorMessage(id: RequestId | null, error: RpcError): RpcMessage {
  return { jsonrpc: "2.0", id, error };
}

/** An HTTP failure whose body an MCP client can read too (docs/design/rest.md "Pages"). */
export function jsonRpcFailure(
  failure: Failure,
  code: number,
  id: RequestId | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    errorMessage(id, rpcError(failure, code)),
    { status: ERRORS[failure.code].status, headers: { ...failureHeaders(failure), ...headers } },
  );
}
