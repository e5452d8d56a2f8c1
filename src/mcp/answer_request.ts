import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { ERRORS } from "../../contracts/errors.ts";
import { failure } from "../../contracts/result.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { errorMessage, JSON_RPC, type RequestId, type RpcMessage } from "./json_rpc.ts";
import type { Answer, Connection, McpDeps, Method, Outcome } from "./method.ts";
import { METHODS } from "./methods.ts";

/** A request whose envelope was found to be right. */
export interface RpcRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params?: unknown;
}

/** Answers one request with one response. */
export async function answerRequest(
  deps: McpDeps,
  connection: Connection,
  { id, method, params }: RpcRequest,
): Promise<RpcMessage> {
  const found = METHODS[connection.era].get(method);
  if (found === undefined) {
    return errorMessage(id, { code: JSON_RPC.methodNotFound, message: "Method not found" });
  }
  const outcome = await safely(found, params, deps, connection);
  return outcome.ok
    ? { jsonrpc: "2.0", id, result: resultOf(outcome.value, connection) }
    : errorMessage(id, outcome.error);
}

/** Nothing of an exception reaches the client: its text may quote what a repository holds. */
async function safely(
  found: Method,
  params: unknown,
  deps: McpDeps,
  connection: Connection,
): Promise<Outcome> {
  try {
    return await found(params, deps, connection);
  } catch (error) {
    const { requestId } = connection;
    deps.log("error", "request_failed", { id: requestId, ...whereItFailed(error) });
    return failure({
      code: JSON_RPC.internal,
      message: `${ERRORS.internal.sentence}: request ${requestId}`,
    });
  }
}

/** From revision 2026-07-28 on, a result says what kind it is, how long it may be kept, and who made it. */
function resultOf({ result, cache }: Answer, { era, introduction }: Connection): Answer["result"] {
  if (era === "legacy") return result;
  return {
    ...result,
    resultType: "complete",
    ...cache,
    _meta: { [SERVER_INFO_META_KEY]: introduction.identity },
  };
}
