import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { answerBatch } from "./answer_batch.ts";
import { answerRequest, type RpcRequest } from "./answer_request.ts";
import { isHandshake } from "./batch_problem.ts";
import { idOf, JSON_RPC, jsonRpcFailure, methodOf } from "./json_rpc.ts";
import type { Connection, McpDeps } from "./method.ts";

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
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (version !== null && !isHandshake(body) && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const reason = `the protocol revision is none of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`;
    return jsonRpcFailure({ code: "request.invalid", reason }, JSON_RPC.implementation, idOf(body));
  }
  const requests = messages.filter(isRequest);
  const [first] = requests;
  if (first === undefined) return new Response(null, { status: 202 });
  if (Array.isArray(body)) return await answerBatch(deps, connection, requests);
  return Response.json(await answerRequest(deps, connection, first));
}

/** Among messages that the SDK has checked, so that their schemas need not be asked once more. */
function isRequest(message: unknown): message is RpcRequest {
  return typeof message === "object" && message !== null && "id" in message && methodOf(message) !== null;
}
