import {
  type Implementation,
  SERVER_INFO_META_KEY,
  SUBSCRIPTION_ID_META_KEY,
} from "@modelcontextprotocol/server";
import type { RpcRequest } from "./answer_request.ts";
import { errorMessage, JSON_RPC, rpcError } from "./json_rpc.ts";
import { FORMS, readParams } from "./params.ts";

/** The one method that is answered by a stream of events. */
export const LISTEN = "subscriptions/listen";

/**
 * Acknowledges a subscription with nothing in it and ends it at once: what a mount offers does not change
 * within a connection, so that no stream is held open (seed "Connection and prompt").
 */
export function acknowledgeSubscription({ id, params }: RpcRequest, identity: Implementation): Response {
  const asked = readParams(FORMS.subscription, LISTEN, params);
  if (!asked.ok) return Response.json(errorMessage(id, rpcError(asked.error, JSON_RPC.invalidParams)));
  const _meta = { [SUBSCRIPTION_ID_META_KEY]: id };
  const messages = [
    {
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: {}, _meta },
    },
    {
      jsonrpc: "2.0",
      id,
      result: { resultType: "complete", _meta: { ..._meta, [SERVER_INFO_META_KEY]: identity } },
    },
  ];
  const events = messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join("");
  return new Response(events, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" },
  });
}
