import { ERRORS, type Failure } from "../../contracts/errors.ts";
import { failureHeaders, failureMessage } from "../http/mod.ts";

/** JSON-RPC codes (JSON-RPC 2.0, section 5.1); -32000 is the first that implementations may define. */
export const JSON_RPC = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  implementation: -32000,
} as const;

/** The method that a message names; null for a response, a batch and what is no message. */
export function methodOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("method" in body)) return null;
  return typeof body.method === "string" ? body.method : null;
}

/** The id to answer with: the request's own where it could be read, else null. */
export function idOf(body: unknown): string | number | null {
  if (typeof body !== "object" || body === null || !("id" in body) || methodOf(body) === null) return null;
  return typeof body.id === "string" || typeof body.id === "number" ? body.id : null;
}

/** The message that tells a failure; its data holds the code that programs decide by. */
export function jsonRpcError(failure: Failure, code: number, id: string | number | null) {
  const data = {
    code: failure.code,
    ...(failure.retryAfterSeconds !== undefined && { retryAfterSeconds: failure.retryAfterSeconds }),
  };
  return { jsonrpc: "2.0", id, error: { code, message: failureMessage(failure), data } } as const;
}

/** An HTTP failure whose body an MCP client can read too (design "REST API", pages). */
export function jsonRpcFailure(failure: Failure, code: number, id: string | number | null): Response {
  return Response.json(
    jsonRpcError(failure, code, id),
    { status: ERRORS[failure.code].status, headers: failureHeaders(failure) },
  );
}
