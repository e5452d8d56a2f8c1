import { classifyInboundRequest, type InboundClassificationOutcome } from "@modelcontextprotocol/server";
import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { Result } from "../../contracts/result.ts";
import { failureResponse, isJson, parseJson, type ReadBody } from "../http/mod.ts";
import { answerLegacy } from "./answer_legacy.ts";
import { answerModern } from "./answer_modern.ts";
import { batchProblem } from "./batch_problem.ts";
import { introduce } from "./introduce.ts";
import { errorMessage, idOf, JSON_RPC, jsonRpcFailure, methodOf } from "./json_rpc.ts";
import type { Connection, McpDeps } from "./method.ts";
import { CURRENT_REVISION } from "./revisions.ts";

export interface AnswerPostDeps extends McpDeps {
  readonly readBody: ReadBody;
  /** What absolute URLs start with, given the request's own origin; null where it is not known. */
  readonly publicOrigin: (own: string) => string | null;
}

/** Finds what the address names, for this request's viewer. */
export type OpenMount = () => Promise<Result<Mount, Failure>>;

export type AnswerPost = (request: Request, requestId: string, open: OpenMount) => Promise<Response>;

/** Answers MCP messages that are posted to an address, in both protocol eras and without sessions. */
export function createAnswerPost(deps: AnswerPostDeps): AnswerPost {
  return async function answerPost(request, requestId, open) {
    const { headers, signal } = request;
    if (!isJson(headers.get("content-type"))) return failureResponse({ code: "request.not_json" });
    const text = await deps.readBody(request, MCP_LIMITS.bodyBytes);
    if (!text.ok) return failureResponse(text.error);
    const body = parseJson(text.value);
    if (body === undefined) {
      const failed = { code: "request.invalid", reason: "the body is not JSON" } as const;
      return jsonRpcFailure(failed, JSON_RPC.parse, null);
    }

    const mount = await open();
    if (!mount.ok) return jsonRpcFailure(mount.error, JSON_RPC.implementation, idOf(body));
    const introduction = await introduce(deps, mount.value, opensConnection(body), request);
    if (!introduction.ok) return jsonRpcFailure(introduction.error, JSON_RPC.implementation, idOf(body));

    const connection = { requestId, mount: mount.value, introduction: introduction.value, signal };
    const response = await answerBody(deps, connection, body, headers);
    // The client closed the connection: nobody reads this (nginx's 499).
    return signal.aborted ? new Response(null, { status: 499 }) : response;
  };
}

async function answerBody(
  deps: McpDeps,
  connection: Omit<Connection, "era">,
  body: unknown,
  headers: Headers,
): Promise<Response> {
  const version = headers.get("mcp-protocol-version");
  const wrong = Array.isArray(body) ? batchProblem(body, version) : null;
  if (wrong !== null) {
    return jsonRpcFailure({ code: "request.invalid", reason: wrong }, JSON_RPC.invalidRequest, null);
  }
  const route = classify(headers, body);
  if (route === null) {
    const failed = { code: "request.invalid", reason: "the body is nested too deeply" } as const;
    return jsonRpcFailure(failed, JSON_RPC.invalidRequest, idOf(body));
  }
  switch (route.kind) {
    case "legacy":
      return await answerLegacy(deps, { ...connection, era: "legacy" }, body, version);
    case "modern":
      return await answerModern(deps, { ...connection, era: "modern" }, route, headers);
    case "reject": {
      const { rung, code, message, data, httpStatus } = route;
      if (rung === "jsonrpc-shape") {
        const failed = { code: "request.invalid", reason: shapeOf(body) } as const;
        return jsonRpcFailure(failed, JSON_RPC.invalidRequest, idOf(body));
      }
      return Response.json(errorMessage(idOf(body), { code, message, data }), { status: httpStatus });
    }
  }
}

/** What a body must be that is nothing of the protocol. */
function shapeOf(body: unknown): string {
  return Array.isArray(body)
    ? `a batch must hold JSON-RPC 2.0 messages, at least one, and none of revision ${CURRENT_REVISION}`
    : "the body must be a JSON-RPC 2.0 message, its id text or a whole number and its params an object";
}

/** Whether the message opens a connection: the handshake of the earlier era, or the current one's look-up. */
function opensConnection(body: unknown): boolean {
  const method = methodOf(body);
  return method === "initialize" || method === "server/discover";
}

/**
 * Which era a body is of, by the SDK's schemas for messages and their envelopes. They go as deep as a body
 * is nested; null where the stack ends before it does.
 */
function classify(headers: Headers, body: unknown): InboundClassificationOutcome | null {
  const revision = headers.get("mcp-protocol-version");
  const method = headers.get("mcp-method");
  try {
    return classifyInboundRequest({
      httpMethod: "POST",
      ...(revision !== null && { protocolVersionHeader: revision }),
      ...(method !== null && { mcpMethodHeader: method }),
      body,
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
