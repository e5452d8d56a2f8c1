import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import { answerRequest, type RpcRequest } from "./answer_request.ts";
import { idOf, JSON_RPC, jsonRpcFailure, methodOf } from "./json_rpc.ts";
import type { Connection, McpDeps } from "./method.ts";

/** The first revision that has no batches any more. */
const WITHOUT_BATCHES = "2025-06-18";

/**
 * Answers a body of the revisions that open with a handshake. Nothing is kept between requests, so a
 * notification or a client's response is accepted and dropped, and every request of a batch is served alone.
 *
 * @param body One or several messages that the SDK has classified as being of these revisions.
 * @param version The revision that the request's header names.
 */
export async function answerLegacy(
  deps: McpDeps,
  connection: Connection,
  body: unknown,
  version: string | null,
): Promise<Response> {
  const isBatch = Array.isArray(body);
  const messages: readonly unknown[] = isBatch ? body : [body];
  const wrong = isBatch ? batchProblem(messages, version) : null;
  if (wrong !== null) {
    return jsonRpcFailure({ code: "request.invalid", reason: wrong }, JSON_RPC.invalidRequest, null);
  }
  if (version !== null && !isHandshake(body) && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const reason = `the protocol revision is none of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`;
    return jsonRpcFailure({ code: "request.invalid", reason }, JSON_RPC.implementation, idOf(body));
  }
  const requests = messages.filter(isRequest);
  if (requests.length === 0) return new Response(null, { status: 202 });
  const answers = await Promise.all(requests.map((message) => answerRequest(deps, connection, message)));
  return Response.json(isBatch ? answers : answers[0]);
}

function batchProblem(batch: readonly unknown[], version: string | null): string | null {
  if (version !== null && version >= WITHOUT_BATCHES) return `revision ${version} has no batches`;
  if (batch.length > MCP_LIMITS.batch) return `a batch holds at most ${MCP_LIMITS.batch} messages`;
  return batch.some(isHandshake) ? "a batch cannot hold initialize" : null;
}

function isHandshake(message: unknown): boolean {
  return methodOf(message) === "initialize";
}

/** Among messages that the SDK has checked, so that their schemas need not be asked once more. */
function isRequest(message: unknown): message is RpcRequest {
  return typeof message === "object" && message !== null && "id" in message && methodOf(message) !== null;
}
