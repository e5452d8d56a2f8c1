import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import { idOf, JSON_RPC, jsonRpcFailure } from "./json_rpc_error.ts";
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
  const opens = isInitializeRequest(body);
  if (version !== null && !opens && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const reason = `the protocol revision is none of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`;
    return jsonRpcFailure({ code: "request.invalid", reason }, JSON_RPC.implementation, idOf(body));
  }
  if (!Array.isArray(body)) {
    if (!isJSONRPCRequest(body)) return new Response(null, { status: 202 });
    const answer = await exchange(newServer(), body, request);
    return answer === null ? gone() : Response.json(answer);
  }

  const wrong = batchProblem(body, version);
  if (wrong !== null) {
    return jsonRpcFailure({ code: "request.invalid", reason: wrong }, JSON_RPC.invalidRequest, null);
  }
  const answers: JSONRPCMessage[] = [];
  for (const message of body.filter((message) => isJSONRPCRequest(message))) {
    const answer = await exchange(newServer(), message, request);
    if (answer === null) return gone();
    answers.push(answer);
  }
  return answers.length === 0 ? new Response(null, { status: 202 }) : Response.json(answers);
}

function batchProblem(batch: readonly unknown[], version: string | null): string | null {
  if (version !== null && version >= WITHOUT_BATCHES) return `revision ${version} has no batches`;
  if (batch.length === 0) return "the batch is empty";
  if (batch.length > MCP_LIMITS.batch) return `a batch holds at most ${MCP_LIMITS.batch} messages`;
  return batch.some((message) => isInitializeRequest(message)) ? "a batch cannot hold initialize" : null;
}

/** The client closed the connection: nobody reads this (nginx's 499). */
function gone(): Response {
  return new Response(null, { status: 499 });
}
