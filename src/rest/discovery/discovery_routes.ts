import { Hono } from "hono";
import { ARTIFACT_QUERY } from "../../../contracts/install.ts";
import { INSTALL_LIMITS } from "../../../contracts/limits.ts";
import { success } from "../../../contracts/result.ts";
import { failureResponse, queryReader, requestPath, type RequestVariables } from "../../http/mod.ts";
import { answerFrom, citeMount, openSnapshot } from "../../reading/mod.ts";
import { ContentGone } from "../archive/archive_entry.ts";
import { indexAnswer, replyTo } from "./discovery_reply.ts";
import type { Asked, ReadDeps } from "../operation.ts";
import { answerConditionally } from "../conditional_request.ts";

interface DiscoveryRoutesDeps extends ReadDeps {
  /** How long to wait for a commit that is being indexed, where installers wait as long. */
  readonly indexWaitMs: number;
}

const readQuery = queryReader(ARTIFACT_QUERY);

/**
 * What installers look for below an address: `/.well-known/agent-skills/` and, of before,
 * `/.well-known/skills/`. All of it comes from the snapshot and may be kept, because they fetch every
 * artifact at once, even to list them. The origin itself has neither.
 */
export function discoveryRoutes(deps: DiscoveryRoutesDeps): Hono<{ Variables: RequestVariables }> {
  const { sources } = deps;
  const waitMs = Math.min(deps.indexWaitMs, INSTALL_LIMITS.waitMs);

  /** Opens an address at the commit that was its own when the index was made. */
  const openingAt = (commit: string | undefined): ReadDeps["open"] => async (address, asker) => {
    const mount = await deps.open(address, asker);
    if (!mount.ok || commit === undefined || mount.value.resolution.commit === commit) return mount;
    const { pinnedAddress, commit: newer } = citeMount(mount.value, sources.hosts);
    return await deps.open(pinnedAddress.replace(`@${newer}`, `@${commit}`), asker);
  };

  async function answer(asked: Asked, name: string): Promise<Response> {
    const { request } = asked;
    const reply = replyTo(name);
    if (reply === null) return failureResponse({ code: "route.not_found" });
    const query = readQuery(request);
    if (!query.ok) return failureResponse(query.error);
    const open = openingAt(query.value.commit);
    return await answerConditionally(
      { ...deps, open },
      asked,
      ["discovery", name],
      async ({ mount, key, headers }) => {
        const known = reply.kind === "index" ? deps.responses.get(key) : undefined;
        if (known !== undefined) return indexAnswer(known, headers);
        const snapshot = await openSnapshot(sources, mount, waitMs, request.signal);
        if (!snapshot.ok) return failureResponse(snapshot.error);
        try {
          const answer = await answerFrom(
            snapshot.value,
            async (source) => {
              if (reply.kind === "artifact") {
                return success(await reply.send({ asked, send: deps.send, source, headers }));
              }
              const json = JSON.stringify(await reply.make(source));
              deps.responses.set(key, json);
              return success(indexAnswer(json, headers));
            },
          );
          return answer.ok ? answer.value : failureResponse(answer.error);
        } catch (error) {
          if (error instanceof ContentGone) return failureResponse(error.failure);
          throw error;
        }
      },
    );
  }

  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.use(async function discovery(context, next) {
    const request = context.req.raw;
    const [, address, name] = /^(\/.+?)\/\.well-known\/((?:agent-)?skills\/.*)$/.exec(requestPath(request)) ??
      [];
    if (address === undefined || name === undefined) return await next();
    context.set("route", "discovery");
    return request.method === "GET" || request.method === "HEAD"
      ? await answer({ request, address, asker: await context.get("identify")("bearer or session") }, name)
      : failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" });
  });
  return routes;
}
