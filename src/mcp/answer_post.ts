import { createMcpHandler, isJSONRPCRequest, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { Mount } from "../../contracts/ports.ts";
import type { Result } from "../../contracts/result.ts";
import { failureResponse, isJson, readBody } from "../http/mod.ts";
import { introduce } from "./introduce.ts";
import { idOf, JSON_RPC, jsonRpcFailure } from "./json_rpc_error.ts";
import { answerLegacy } from "./legacy.ts";
import { newServer, type ServerDeps } from "./new_server.ts";

export interface McpDeps extends ServerDeps {
  readonly version: string;
}

/**
 * Answers an MCP message that was posted to an address, in both protocol eras and without sessions: a
 * server is made for the request and gone with it.
 *
 * @param open Finds what the address names, for this request's viewer.
 */
export async function answerPost(
  deps: McpDeps,
  request: Request,
  requestId: string,
  open: () => Promise<Result<Mount, Failure>>,
): Promise<Response> {
  if (!isJson(request.headers.get("content-type"))) return failureResponse({ code: "request.not_json" });
  const text = await readBody(request, MCP_LIMITS.bodyBytes);
  if (!text.ok) return failureResponse(text.error);
  const body = parse(text.value);
  if (body === undefined) {
    return jsonRpcFailure({ code: "request.invalid", reason: "the body is not JSON" }, JSON_RPC.parse, null);
  }

  const mount = await open();
  if (!mount.ok) return jsonRpcFailure(mount.error, JSON_RPC.implementation, idOf(body));
  const introduction = await introduce(deps, mount.value, opensConnection(body), request.signal);
  if (!introduction.ok) return jsonRpcFailure(introduction.error, JSON_RPC.implementation, idOf(body));

  const connection = { requestId, mount: mount.value, introduction: introduction.value };
  if (await isLegacyRequest(request, body)) {
    return await answerLegacy(request, body, () => newServer(deps, { ...connection, era: "legacy" }));
  }
  const modern = createMcpHandler(() => newServer(deps, { ...connection, era: "modern" }), {
    legacy: "reject",
  });
  return await modern.fetch(request, { parsedBody: body });
}

/** JSON that cannot be read is undefined; JSON itself never is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the message opens a connection: the handshake of the earlier era, or the current one's look-up. */
function opensConnection(body: unknown): boolean {
  return isJSONRPCRequest(body) && (body.method === "initialize" || body.method === "server/discover");
}
