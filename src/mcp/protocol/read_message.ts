import { type InboundModernRoute, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { batchProblem, isHandshake } from "./batch_problem.ts";
import type { Classify } from "./classify.ts";
import { headerProblem } from "./header_problem.ts";
import { errorMessage, idOf, JSON_RPC, jsonRpcFailure, methodOf, type RpcRequest } from "./json_rpc.ts";
import { CURRENT_REVISION, type Era } from "./revisions.ts";
import type { RoutingHeaders } from "./routing_headers.ts";
import { withoutBlanks } from "./without_blanks.ts";

/** What a body asks for. */
export interface Asked {
  readonly era: Era;
  /** At least one. */
  readonly requests: readonly [RpcRequest, ...RpcRequest[]];
  /** Whether they are answered as one. */
  readonly isBatch: boolean;
}

/**
 * Reads a body as the messages it holds. It fails with the answer that it gets without being looked into:
 * one that says what is wrong with it, or an empty one, because it asks for nothing.
 */
export function readMessage(
  classify: Classify,
  headers: RoutingHeaders,
  sent: unknown,
): Result<Asked, Response> {
  const { revision } = headers;
  const wrong = Array.isArray(sent) ? batchProblem(sent, revision) : null;
  if (wrong !== null) return refused(wrong, null);
  const body = Array.isArray(sent) ? sent.map(withoutBlanks) : withoutBlanks(sent);
  const route = classify(headers, body);
  if (route === null) return refused("the body is nested too deeply", body);
  switch (route.kind) {
    case "legacy":
      return readLegacy(body, revision);
    case "modern":
      return readModern(route, headers);
    case "reject": {
      const { rung, code, message, data, httpStatus } = route;
      if (rung === "jsonrpc-shape") return refused(shapeOf(body), body);
      return failure(
        Response.json(errorMessage(idOf(body), { code, message, data }), { status: httpStatus }),
      );
    }
  }
}

/**
 * One message or several of the revisions that open with a handshake. Nothing is kept between requests, so
 * that a notification or a client's response is accepted and dropped.
 */
function readLegacy(body: unknown, revision: string | null): Result<Asked, Response> {
  const isBatch = Array.isArray(body);
  const messages: readonly unknown[] = isBatch ? body : [body];
  if (revision !== null && !isHandshake(body) && !SUPPORTED_PROTOCOL_VERSIONS.includes(revision)) {
    const reason = `the protocol revision is none of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`;
    return failure(jsonRpcFailure({ code: "request.invalid", reason }, JSON_RPC.implementation, idOf(body)));
  }
  const [first, ...rest] = messages.filter(isRequest);
  return first === undefined
    ? nothingAsked()
    : success({ era: "legacy", requests: [first, ...rest], isBatch });
}

/** A message of the current revision, in which every request stands on its own. */
function readModern(
  { message, messageKind, classification }: InboundModernRoute,
  headers: RoutingHeaders,
): Result<Asked, Response> {
  const wrong = (error: { code: number; message: string; data?: unknown }) =>
    failure(Response.json(errorMessage(idOf(message), error), { status: 400 }));
  if (classification.revision !== CURRENT_REVISION) {
    const data = { supported: [CURRENT_REVISION], requested: classification.revision };
    return wrong({ code: JSON_RPC.unsupportedRevision, message: "Unsupported protocol version", data });
  }
  if (messageKind === "notification") return nothingAsked();
  const mismatch = headerProblem(headers, message);
  return mismatch === null
    ? success({ era: "modern", requests: [message], isBatch: false })
    : wrong(mismatch);
}

function nothingAsked(): Result<never, Response> {
  return failure(new Response(null, { status: 202 }));
}

/** Among messages that the SDK has checked, so that their schemas need not be asked once more. */
function isRequest(message: unknown): message is RpcRequest {
  return typeof message === "object" && message !== null && "id" in message && methodOf(message) !== null;
}

function refused(reason: string, body: unknown): Result<never, Response> {
  return failure(jsonRpcFailure({ code: "request.invalid", reason }, JSON_RPC.invalidRequest, idOf(body)));
}

/** What a body must be that is nothing of the protocol. */
function shapeOf(body: unknown): string {
  return Array.isArray(body)
    ? `a batch must hold JSON-RPC 2.0 messages, at least one, and none of revision ${CURRENT_REVISION}`
    : "the body must be a JSON-RPC 2.0 message, its id text or a whole number and its params an object";
}
