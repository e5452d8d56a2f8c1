import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { errorMessage, JSON_RPC, type RequestId, type RpcError, type RpcRequest } from "./json_rpc.ts";
import { asksForInstructions } from "./lifecycle.ts";
import type { Answer, Methods, Outcome, RequestContext, Run, ToolText } from "./method.ts";
import type { OpenedServer, OpenServer, Refusal, SendJson } from "./open_server.ts";
import type { Era } from "./revisions.ts";
import type { ServerIdentity } from "./server_identity.ts";

/** What the requests of one HTTP request are answered with. */
export interface Exchange<Server extends OpenedServer> {
  readonly methods: Methods<Server>;
  readonly era: Era;
  /** What it opened stays open for the requests that come together. */
  readonly open: OpenServer<Server>;
  /** Makes the error of what was thrown. Nothing of it reaches the client: its text may quote a repository. */
  readonly broken: (error: unknown) => RpcError;
  readonly signal: RequestContext["signal"];
}

/** A response as JSON, and the notification that goes ahead of it. */
export interface Reply {
  readonly json: string;
  readonly before?: Answer["before"];
  readonly isUnknownMethod?: boolean;
  /** What it is sent by, where a server made it. */
  readonly send?: SendJson;
}

/** Answers one request. It fails where there is no server for it, or with what the server refuses it. */
export async function answerRequest<Server extends OpenedServer>(
  exchange: Exchange<Server>,
  request: RpcRequest,
): Promise<Result<Reply, Refusal>> {
  const { id, method } = request;
  const { era, signal } = exchange;
  const run = runOf(exchange, request);
  if (!run.ok) return success(errorReply(id, run.error));
  const opened = await exchange.open(asksForInstructions(method));
  if (!opened.ok) return opened;
  const server = opened.value;
  const outcome = await outcomeOf(exchange, run.value, server, { id, era, signal });
  if (!outcome.ok) {
    return "failure" in outcome.error ? failure(outcome.error) : success(errorReply(id, outcome.error));
  }
  const answer = outcome.value;
  if ("json" in answer) {
    return success({ json: toolMessage(id, answer, server.identity, era), send: server.send });
  }
  const { before } = answer;
  const result = era === "legacy" ? legacyResult(answer) : modernResult(answer, server);
  const json = JSON.stringify({ jsonrpc: "2.0", id, result });
  return success({ json, send: server.send, ...(before && { before }) });
}

export function errorReply(id: RequestId, error: RpcError): Reply {
  const isUnknownMethod = error.code === JSON_RPC.methodNotFound;
  return { json: JSON.stringify(errorMessage(id, error)), isUnknownMethod };
}

function toolMessage(
  id: RequestId,
  { json, isError, meta }: ToolText,
  { afterText, afterErrorText, afterTextWith }: ServerIdentity,
  era: Era,
): string {
  const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":`;
  if (meta !== undefined) return before + json + afterTextWith(meta, isError, era);
  return before + json + (isError ? afterErrorText : afterText)[era];
}

/** Looks the method up and the params over, for which no server is needed. */
function runOf<Server extends OpenedServer>(
  { methods, era }: Exchange<Server>,
  { method, params }: RpcRequest,
): Result<Run<Server>, RpcError> {
  const found = methods[era].get(method);
  if (found !== undefined) return found(params);
  const message = `There is no such method: the methods here are ${[...methods[era].keys()].join(", ")}`;
  return failure({ code: JSON_RPC.methodNotFound, message });
}

async function outcomeOf<Server extends OpenedServer>(
  { broken }: Exchange<Server>,
  run: Run<Server>,
  server: Server,
  context: RequestContext,
): Promise<Outcome> {
  try {
    return await run(server, context);
  } catch (error) {
    return failure(broken(error));
  }
}

function legacyResult({ result, meta }: Answer): Answer["result"] {
  return meta === undefined ? result : { ...result, _meta: meta };
}

/** From the current revision on, a result says what kind it is, how long it may be kept, and who made it. */
function modernResult({ result, cache, meta }: Answer, { identity }: OpenedServer): Answer["result"] {
  return {
    ...result,
    resultType: "complete",
    ...cache,
    _meta: { ...meta, [SERVER_INFO_META_KEY]: identity.info },
  };
}
