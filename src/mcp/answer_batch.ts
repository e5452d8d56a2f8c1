import { MCP_LIMITS } from "../../contracts/limits.ts";
import { answerRequest, type RpcRequest } from "./answer_request.ts";
import { errorMessage, JSON_RPC, rpcError, type RpcMessage } from "./json_rpc.ts";
import type { Connection, McpDeps } from "./method.ts";

const TOO_LONG = rpcError({
  code: "request.invalid",
  reason: "the answers before this one in the batch are too long to hold it",
  hint: "Send this request alone",
}, JSON_RPC.implementation);

/**
 * Answers the requests of a batch one after the other: a small body may ask for many large files, which are
 * not all held in memory. For an index that is not finished they wait together as long as one request would.
 */
export async function answerBatch(
  deps: McpDeps,
  connection: Connection,
  requests: readonly RpcRequest[],
): Promise<Response> {
  const { clock } = deps.sources;
  const until = clock.now() + deps.indexWaitMs;
  const answers: string[] = [];
  let length = 0;
  for (const request of requests) {
    const indexWaitMs = Math.max(0, until - clock.now());
    const answer: RpcMessage = length > MCP_LIMITS.batchAnswers
      ? errorMessage(request.id, TOO_LONG)
      : await answerRequest({ ...deps, indexWaitMs }, connection, request);
    const text = JSON.stringify(answer);
    length += text.length;
    answers.push(text);
  }
  return new Response(`[${answers.join()}]`, { headers: { "content-type": "application/json" } });
}
