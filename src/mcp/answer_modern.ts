import type { InboundModernRoute } from "@modelcontextprotocol/server";
import { acknowledgeSubscription, LISTEN } from "./acknowledge_subscription.ts";
import { answerRequest } from "./answer_request.ts";
import { headerProblem } from "./header_problem.ts";
import { errorMessage, idOf, JSON_RPC } from "./json_rpc.ts";
import type { Connection, McpDeps } from "./method.ts";
import { CURRENT_REVISION } from "./revisions.ts";

/** Answers a message of revision 2026-07-28, in which every request stands on its own. */
export async function answerModern(
  deps: McpDeps,
  connection: Connection,
  { message, messageKind, classification }: InboundModernRoute,
  headers: Headers,
): Promise<Response> {
  if (classification.revision !== CURRENT_REVISION) {
    const data = { supported: [CURRENT_REVISION], requested: classification.revision };
    const error = { code: JSON_RPC.unsupportedRevision, message: "Unsupported protocol version", data };
    return Response.json(errorMessage(idOf(message), error), { status: 400 });
  }
  if (messageKind === "notification") return new Response(null, { status: 202 });
  const mismatch = headerProblem(headers, message);
  if (mismatch !== null) return Response.json(errorMessage(message.id, mismatch), { status: 400 });
  if (message.method === LISTEN) return acknowledgeSubscription(message, connection.introduction.identity);
  const answer = await answerRequest(deps, connection, message);
  const isUnknown = "error" in answer && answer.error.code === JSON_RPC.methodNotFound;
  return Response.json(answer, { status: isUnknown ? 404 : 200 });
}
