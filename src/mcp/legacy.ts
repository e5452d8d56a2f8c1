import { type JSONRPCRequest, type Server, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import { idOf, JSON_RPC, jsonRpcError, jsonRpcFailure, methodOf } from "./json_rpc.ts";
import { paramsProblem } from "./params_problem.ts";
import { exchange } from "./single_exchange.ts";

/** The first revision that has no batches any more. */
const WITHOUT_BATCHES = "2025-06-18";

/**
 * Answers a body of the revisions that open with a handshake. Nothing is kept between requests, so a
 * notification or a client's response is accepted and dropped, and every request of a batch is served alone.
 *
 * @param body One or several messages that the SDK has classified as being of these revisions.
 */
export async function answerLegacy(
  request: Request,
  body: unknown,
  newServer: () => Server,
): Promise<Response> {
  const version = request.headers.get("mcp-protocol-version");
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
  const answers = await Promise.all(requests.map((message) => {
    const problem = paramsProblem(message);
    return problem === null
      ? exchange(newServer(), message, request)
      : jsonRpcError(problem, JSON_RPC.invalidParams, idOf(message));
  }));
  // The client closed the connection: nobody reads this (nginx's 499).
  if (answers.includes(null)) return new Response(null, { status: 499 });
  return Response.json(isBatch ? answers : answers[0]);
}

function batchProblem(batch: readonly unknown[], version: string | null): string | null {
  if (version !== null && version >= WITHOUT_BATCHES) return `revision ${version} has no batches`;
  if (batch.length === 0) return "the batch is empty";
  if (batch.length > MCP_LIMITS.batch) return `a batch holds at most ${MCP_LIMITS.batch} messages`;
  return batch.some(isHandshake) ? "a batch cannot hold initialize" : null;
}

function isHandshake(message: unknown): boolean {
  return methodOf(message) === "initialize";
}

/** Among messages that the SDK has checked, so that their schemas need not be asked once more. */
function isRequest(message: unknown): message is JSONRPCRequest {
  return typeof message === "object" && message !== null && "id" in message && methodOf(message) !== null;
}
