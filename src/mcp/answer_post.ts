import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { Mount } from "../../contracts/ports.ts";
import type { Result } from "../../contracts/result.ts";
import { failureResponse, isJson, readBody } from "../http/mod.ts";
import { introduce } from "./introduce.ts";
import { idOf, JSON_RPC, jsonRpcFailure, methodOf } from "./json_rpc.ts";
import { answerLegacy } from "./legacy.ts";
import { paramsProblem } from "./params_problem.ts";
import { type Connection, newServer, type ServerDeps } from "./new_server.ts";

const CURRENT_REVISION = "2026-07-28";

export interface McpDeps extends ServerDeps {
  readonly version: string;
  readonly publicOrigin: (own: string) => string | null;
}

/** Finds what the address names, for this request's viewer. */
export type OpenMount = () => Promise<Result<Mount, Failure>>;

export type AnswerPost = (request: Request, requestId: string, open: OpenMount) => Promise<Response>;

/**
 * Answers MCP messages that are posted to an address, in both protocol eras and without sessions: a
 * server is made for each request and gone with it.
 */
export function createAnswerPost(deps: McpDeps): AnswerPost {
  // The SDK's handler asks for the server of a request by the request alone.
  const connections = new WeakMap<Request, Connection>();
  const current = createMcpHandler(({ requestInfo }) => {
    const connection = requestInfo && connections.get(requestInfo);
    if (connection === undefined) throw new TypeError("Cannot make a server: the request is not known");
    return newServer(deps, connection);
  }, { legacy: "reject" });

  return async function answerPost(request, requestId, open) {
    if (!isJson(request.headers.get("content-type"))) return failureResponse({ code: "request.not_json" });
    const text = await readBody(request, MCP_LIMITS.bodyBytes);
    if (!text.ok) return failureResponse(text.error);
    const body = parse(text.value);
    if (body === undefined) {
      const failed = { code: "request.invalid", reason: "the body is not JSON" } as const;
      return jsonRpcFailure(failed, JSON_RPC.parse, null);
    }

    const mount = await open();
    if (!mount.ok) return jsonRpcFailure(mount.error, JSON_RPC.implementation, idOf(body));
    const introduction = await introduce(deps, mount.value, opensConnection(body), request);
    if (!introduction.ok) return jsonRpcFailure(introduction.error, JSON_RPC.implementation, idOf(body));

    const connection = { requestId, mount: mount.value, introduction: introduction.value };
    if (await isLegacy(request, body)) {
      return await answerLegacy(request, body, () => newServer(deps, { ...connection, era: "legacy" }));
    }
    // The current revision has no handshake: whatever its params, it is an unknown method.
    const problem = methodOf(body) === "initialize" ? null : paramsProblem(body);
    if (problem !== null) return jsonRpcFailure(problem, JSON_RPC.invalidParams, idOf(body));
    connections.set(request, { ...connection, era: "modern" });
    return await current.fetch(request, { parsedBody: body });
  };
}

/**
 * Whether a body is of the revisions that open with a handshake. The SDK decides, by the schemas of all
 * kinds of messages; it is not asked about what names the current revision and can be nothing else.
 */
async function isLegacy(request: Request, body: unknown): Promise<boolean> {
  const method = methodOf(body);
  const namesCurrent = request.headers.get("mcp-protocol-version") === CURRENT_REVISION;
  if (namesCurrent && method !== null && method !== "initialize") return false;
  return await isLegacyRequest(request, body);
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
  const method = methodOf(body);
  return method === "initialize" || method === "server/discover";
}
