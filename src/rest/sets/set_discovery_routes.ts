import { Hono } from "hono";
import type { Sets } from "../../../contracts/library/sets.ts";
import { INSTALL_LIMITS } from "../../../contracts/limits.ts";
import { success } from "../../../contracts/result.ts";
import {
  failureResponse,
  requestPath,
  type RequestVariables,
  type SendAnswer,
  type TellAccountRefusal,
} from "../../http/mod.ts";
import { answerFrom } from "../../reading/mod.ts";
import { ContentGone } from "../archive/archive_entry.ts";
import { answerBy, replyTo } from "../discovery/discovery_reply.ts";

export interface SetDiscoveryDeps {
  readonly sets: Pick<Sets, "open">;
  readonly tellRefusal: TellAccountRefusal;
  readonly send: SendAnswer;
  readonly indexWaitMs: number;
}

/** A member may be another in a moment. */
const OPEN = { "cache-control": "public, max-age=60", "vary": "authorization" };
const CLOSED = { "cache-control": "private, no-store", "vary": "authorization" };

/** What installers look for below a set: everything in it that can be installed, one of each name. */
export function setDiscoveryRoutes(deps: SetDiscoveryDeps): Hono<{ Variables: RequestVariables }> {
  const waitMs = Math.min(deps.indexWaitMs, INSTALL_LIMITS.waitMs);
  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.use("/sets/*", async function setDiscovery(context, next) {
    const request = context.req.raw;
    const [, owner, name, asked] =
      /^\/sets\/([^/]+)\/([^/]+)\/\.well-known\/((?:agent-)?skills\/.*)$/.exec(requestPath(request)) ?? [];
    if (owner === undefined || name === undefined || asked === undefined) return await next();
    context.set("route", "discovery");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" });
    }
    const reply = replyTo(asked);
    if (reply === null) return failureResponse({ code: "route.not_found" });
    const asker = await context.get("identify")("bearer");
    const opened = await deps.sets.open({ owner, name, asker, waitMs });
    if (!opened.ok) return failureResponse(deps.tellRefusal(opened.error, request.url));
    const headers = opened.value.isOpen ? OPEN : CLOSED;
    try {
      const answer = await answerFrom(
        opened.value.source,
        async (source) =>
          success(
            await answerBy(reply, {
              asked: { request, asker, address: "" },
              send: deps.send,
              source,
              headers,
            }),
          ),
      );
      return answer.ok ? answer.value : failureResponse(answer.error);
    } catch (error) {
      if (error instanceof ContentGone) return failureResponse(error.failure);
      throw error;
    }
  });
  return routes;
}
