import type { Handler } from "hono";
import type { Log } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { AccountAccess } from "../../../contracts/library/access.ts";
import { success } from "../../../contracts/result.ts";
import {
  failureHeaders,
  failureResponse,
  type ReadBody,
  type RequestVariables,
  type TellAccountRefusal,
} from "../../http/mod.ts";
import { createEndpoint, type Methods, serverIdentity } from "../protocol/mod.ts";
import { type KeyedServer, openKeyed, type OpenKeyedDeps } from "./keyed_server.ts";

export interface KeyedRouteDeps extends OpenKeyedDeps {
  readonly tellRefusal: TellAccountRefusal;
  readonly version: string;
  /** Where people read about the server; null where it is not known. */
  readonly websiteUrl: string | null;
  readonly readBody: ReadBody;
  readonly log: Log;
}

/** What tells one such server from another. */
export interface KeyedKind {
  /** As metrics and logs name it. */
  readonly route: "mcp.account" | "mcp.catalog";
  readonly title: string;
  readonly description: string;
  readonly instructions: string;
  /** Whose credentials are good here. */
  readonly callerOf: AccountAccess["callerOf"];
  readonly methods: Methods<KeyedServer>;
}

/** An MCP server for who shows a key or a token, in both eras and without sessions. */
export function keyedRoute(
  deps: KeyedRouteDeps,
  { route, title, description, instructions, callerOf, methods }: KeyedKind,
): Handler<{ Variables: RequestVariables }> {
  const { tellRefusal, version, websiteUrl } = deps;
  const identity = serverIdentity({
    name: "skillmount",
    title,
    description,
    version,
    ...(websiteUrl !== null && { websiteUrl }),
  });
  const endpoint = createEndpoint<KeyedServer>({ ...deps, methods });

  return async function keyedRoute(context) {
    context.set("route", route);
    const request = context.req.raw;
    const asker = await context.get("identify")("bearer");
    const caller = await callerOf(asker);
    const refused = caller.ok ? null : tellRefusal(caller.error, request.url);
    if (request.method !== "POST") {
      // Some clients begin with a GET, and sign in where that is challenged.
      return refused?.challenge === undefined
        ? failureResponse({ code: "method.not_allowed" }, { allow: "POST" })
        : failureResponse(refused);
    }
    const response = await endpoint(
      request,
      context.get("requestId"),
      (asksForInstructions) => {
        const told = asksForInstructions ? instructions : null;
        return Promise.resolve(success(openKeyed(deps, { request, asker }, caller, identity, told)));
      },
    );
    return refused?.challenge === undefined || response.status >= 500
      ? response
      : challenged(response, refused);
  };
}

/** Without good credentials everything is 401; a body that says more, as a tool's own error does, stays. */
async function challenged(response: Response, refused: Failure): Promise<Response> {
  const body = await response.text();
  if (body === "") return failureResponse(refused);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(failureHeaders(refused))) headers.set(name, value);
  return new Response(body, { status: 401, headers });
}
