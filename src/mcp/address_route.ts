import type { Handler } from "hono";
import { accepts } from "hono/accepts";
import { RESERVED_ROUTES } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Mount, Viewer } from "../../contracts/ports.ts";
import type { Result } from "../../contracts/result.ts";
import { failureResponse, requestPath, type RequestVariables } from "../http/mod.ts";
import { createAnswerPost, type McpDeps } from "./answer_post.ts";
import { connectLines } from "./connect_lines.ts";
import { introduce } from "./introduce.ts";

export interface AddressRouteDeps extends McpDeps {
  readonly open: (address: string, viewer: Viewer) => Promise<Result<Mount, Failure>>;
  /** What absolute URLs start with, given the request's own origin; null where it is not known. */
  readonly publicOrigin: (own: string) => string | null;
}

const WHAT_IT_IS = `This server turns git repositories of agent skills into MCP servers.
The path of a URL is the address: /<host>/<owner>/<repo>[@<ref>][/<path>]
`;

/**
 * Every path that is no other route: an address. `POST` speaks MCP, `GET` tells a person how to connect,
 * and a `GET` that asks for JSON or an event stream gets MCP's 405, because there are no sessions to stream.
 */
export function addressRoute(deps: AddressRouteDeps): Handler<{ Variables: RequestVariables }> {
  const answerPost = createAnswerPost(deps);
  return async function addressRoute(context) {
    const request = context.req.raw;
    const path = requestPath(request);
    if (path === "/" && request.method === "GET") return context.text(WHAT_IT_IS);
    if (!isAddress(path)) return failureResponse({ code: "route.not_found" });
    const open = () => deps.open(path, context.get("viewer"));
    switch (request.method) {
      case "POST":
        context.set("route", "mcp");
        return await answerPost(request, context.get("requestId"), open);
      case "GET":
      case "HEAD": {
        context.set("route", "page");
        const wanted = accepts(context, {
          header: "Accept",
          supports: ["text/html", "application/json", "text/event-stream"],
          default: "text/html",
        });
        if (wanted !== "text/html") break;
        const mount = await open();
        if (!mount.ok) return failureResponse(mount.error);
        const introduction = await introduce(deps, mount.value, false, request.signal);
        if (!introduction.ok) return failureResponse(introduction.error);
        return context.text(howToConnect(path, deps.publicOrigin(new URL(request.url).origin)), 200, {
          "vary": "accept",
          "cache-control": "no-store",
        });
      }
    }
    return failureResponse({ code: "method.not_allowed" }, { allow: "POST" });
  };
}

/**
 * Whether a path may be an address at all. A single segment is not, and neither is what programs look
 * for on every server: `/.well-known/...` at the root and below an address, for which a repository
 * never stands in.
 */
function isAddress(path: string): boolean {
  const end = path.indexOf("/", 1);
  return end > 0 && !RESERVED_ROUTES.has(path.slice(1, end)) && !/\/\.well-known(?:\/|$)/.test(path);
}

function howToConnect(path: string, origin: string | null): string {
  if (origin === null) return "This is an MCP server: give this URL to an agent\n";
  const url = origin + path;
  const { claudeCode, vsCode } = connectLines(url);
  return [
    "This is an MCP server: give this URL to an agent",
    "",
    `Any client   ${url}`,
    `Claude Code  ${claudeCode}`,
    `VS Code      ${vsCode}`,
    "",
  ].join("\n");
}
