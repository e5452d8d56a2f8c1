import { MCP_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { answerRequest, errorReply, type Exchange, type Reply } from "./answer_request.ts";
import { JSON_RPC, rpcError, type RpcRequest } from "./json_rpc.ts";
import type { OpenedServer, Refusal } from "./open_server.ts";

const TOO_LONG = rpcError({
  code: "request.invalid",
  reason: "the answers before this one in the batch are too long to hold it",
  hint: "Send this request alone",
}, JSON_RPC.implementation);

/**
 * Answers the requests of a batch one after the other, as one JSON array: a small body may ask for many large
 * files, which are not all held in memory. It fails where there is no server for them, or the first is refused; what is
 * refused later is an error among the answers.
 */
export async function answerBatch<Server extends OpenedServer>(
  exchange: Exchange<Server>,
  requests: readonly RpcRequest[],
): Promise<Result<Reply, Refusal>> {
  const answers: string[] = [];
  let length = 0;
  let send: Reply["send"];
  for (const request of requests) {
    const reply = length > MCP_LIMITS.batchAnswers
      ? success(errorReply(request.id, TOO_LONG))
      : await answerRequest(exchange, request);
    if (!reply.ok && answers.length === 0) return failure(reply.error);
    const { json, send: sent } = reply.ok
      ? reply.value
      : errorReply(request.id, rpcError(reply.error.failure, JSON_RPC.implementation));
    send = sent ?? send;
    length += json.length;
    answers.push(json);
  }
  return success({ json: `[${answers.join()}]`, ...(send && { send }) });
}
