import type { Log } from "../../../contracts/ambient.ts";
import { ERRORS, STORE_UNAVAILABLE, StoreUnavailable } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import { whereItFailed } from "../../../contracts/where_it_failed.ts";
import { failureResponse, isJson, parseJson, type ReadBody } from "../../http/mod.ts";
import { answerBatch } from "./answer_batch.ts";
import { answerRequest, type Exchange, type Reply } from "./answer_request.ts";
import { createClassify } from "./classify.ts";
import { JSON_RPC, jsonRpcFailure, type RequestId } from "./json_rpc.ts";
import type { Methods } from "./method.ts";
import type { OpenedServer, OpenServer, Refusal, SendJson } from "./open_server.ts";
import { type Asked, readMessage } from "./read_message.ts";
import type { Era } from "./revisions.ts";
import { routingHeaders } from "./routing_headers.ts";

export interface EndpointDeps<Server> {
  readonly methods: Methods<Server>;
  readonly readBody: ReadBody;
  readonly log: Log;
}

/** Answers what is posted to a server. `requestId` is the HTTP request's, by which the log knows it. */
export type Endpoint<Server extends OpenedServer> = (
  request: Request,
  requestId: string,
  open: OpenServer<Server>,
) => Promise<Response>;

/** The endpoint of a kind of server, in both protocol eras and without sessions. */
export function createEndpoint<Server extends OpenedServer>(
  { methods, readBody, log }: EndpointDeps<Server>,
): Endpoint<Server> {
  const classify = createClassify();
  return async function endpoint(request, requestId, open) {
    const { headers } = request;
    if (!isJson(headers.get("content-type"))) return failureResponse({ code: "request.not_json" });
    const text = await readBody(request, MCP_LIMITS.bodyBytes);
    if (!text.ok) return failureResponse(text.error);
    const body = parseJson(text.value);
    if (body === undefined) {
      const failed = { code: "request.invalid", reason: "the body is not JSON" } as const;
      return jsonRpcFailure(failed, JSON_RPC.parse, null);
    }
    const asked = readMessage(classify, routingHeaders(headers), body);
    if (!asked.ok) return asked.error;

    let opening: ReturnType<OpenServer<Server>> | null = null;
    let signal: AbortSignal | null = null;
    const exchange: Exchange<Server> = {
      methods,
      era: asked.value.era,
      open: (instructions) => opening ??= open(instructions),
      broken(error) {
        if (error instanceof StoreUnavailable) throw error;
        log("error", "request_failed", { id: requestId, ...whereItFailed(error) });
        return { code: JSON_RPC.internal, message: `${ERRORS.internal.sentence}: request ${requestId}` };
      },
      signal: () => signal ??= request.signal,
    };
    try {
      const response = await answer(asked.value, exchange);
      // The client closed the connection while it waited: nobody reads this (nginx's 499).
      return wasAborted(signal) ? new Response(null, { status: 499 }) : response;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      const [{ id }] = asked.value.requests;
      return refusal({ failure: STORE_UNAVAILABLE }, asked.value.isBatch ? null : id);
    }
  };
}

async function answer<Server extends OpenedServer>(
  { era, requests, isBatch }: Asked,
  exchange: Exchange<Server>,
): Promise<Response> {
  const [request] = requests;
  const reply = isBatch ? await answerBatch(exchange, requests) : await answerRequest(exchange, request);
  return reply.ok ? replyResponse(reply.value, era) : refusal(reply.error, isBatch ? null : request.id);
}

const JSON_TYPE = { "content-type": "application/json" };

function replyResponse({ json, before, isUnknownMethod, send = respond }: Reply, era: Era): Response {
  if (before !== undefined) return eventStream([JSON.stringify({ jsonrpc: "2.0", ...before }), json]);
  return send(json, JSON_TYPE, isUnknownMethod && era === "modern" ? 404 : 200);
}

/** Answers that no server made are short. */
const respond: SendJson = (json, headers, status) => new Response(json, { status, headers });

/** A stream of events that ends with the last. */
function eventStream(messages: readonly string[]): Response {
  const events = messages.map((json) => `event: message\ndata: ${json}\n\n`).join("");
  return new Response(events, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" },
  });
}

function refusal({ failure, headers }: Refusal, id: RequestId | null): Response {
  return jsonRpcFailure(failure, JSON_RPC.implementation, id, headers);
}

/** Of a signal that something waited on. */
function wasAborted(signal: AbortSignal | null): boolean {
  return signal?.aborted ?? false;
}
