import type { Handler } from "hono";
import type { Failure } from "../../contracts/errors.ts";
import type { Mount, Viewer } from "../../contracts/mounts.ts";
import type { Result } from "../../contracts/result.ts";
import { failureResponse, isAddressPath, requestPath, type RequestVariables } from "../http/mod.ts";
import { type AnswerPostDeps, createAnswerPost } from "./answer_post.ts";

export interface AddressRouteDeps extends AnswerPostDeps {
  readonly open: (address: string, viewer: Viewer) => Promise<Result<Mount, Failure>>;
}

/**
 * Every path that is no other route: an address. `POST` speaks MCP. Pages have answered before where a
 * person asks; a `GET` that asks for JSON or an event stream gets MCP's 405, because there are no
 * sessions to stream.
 */
export function addressRoute(deps: AddressRouteDeps): Handler<{ Variables: RequestVariables }> {
  const answerPost = createAnswerPost(deps);
  return async function addressRoute(context) {
    const request = context.req.raw;
    const path = requestPath(request);
    if (!isAddressPath(path)) return failureResponse({ code: "route.not_found" });
    if (request.method !== "POST") return failureResponse({ code: "method.not_allowed" }, { allow: "POST" });
    context.set("route", "mcp");
    const open = () => deps.open(path, context.get("viewer"));
    return await answerPost(request, context.get("requestId"), open);
  };
}
