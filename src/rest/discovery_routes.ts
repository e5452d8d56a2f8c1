import { type Context, Hono } from "hono";
import { ARTIFACT_QUERY } from "../../contracts/install.ts";
import type { Failure } from "../../contracts/errors.ts";
import { INSTALL_LIMITS } from "../../contracts/limits.ts";
import type { Mount, Viewer } from "../../contracts/ports.ts";
import type { Result } from "../../contracts/result.ts";
import {
  cacheControl,
  entityTag,
  failureResponse,
  hasCurrent,
  notModified,
  pageKey,
  queryReader,
  requestPath,
  type RequestVariables,
} from "../http/mod.ts";
import { openSnapshot, sourceOf } from "../reading/mod.ts";
import { ContentGone } from "./_archive_entry.ts";
import { replyTo } from "./_discovery_reply.ts";
import type { ArchiveRoutesDeps } from "./archive_routes.ts";

export interface DiscoveryRoutesDeps extends ArchiveRoutesDeps {
  /** How long to wait for a commit that is being indexed, where installers wait as long. */
  readonly indexWaitMs: number;
}

const ANYONE: Viewer = { kind: "anonymous" };

const readQuery = queryReader(ARTIFACT_QUERY);

/**
 * What installers look for below an address: `/.well-known/agent-skills/` and, of before,
 * `/.well-known/skills/`. All of it comes from the snapshot and may be kept, because they fetch every
 * artifact at once, even to list them. The origin itself has neither.
 */
export function discoveryRoutes(deps: DiscoveryRoutesDeps): Hono<{ Variables: RequestVariables }> {
  const { open, sources, version } = deps;
  const waitMs = Math.min(deps.indexWaitMs, INSTALL_LIMITS.waitMs);

  /** The mount, at the commit that was the address's when the index was made. */
  async function openAt(address: string, commit: string | undefined): Promise<Result<Mount, Failure>> {
    const mount = await open(address, ANYONE);
    if (!mount.ok || commit === undefined || mount.value.resolution.commit === commit) return mount;
    const { pinnedAddress, commit: newer } = sourceOf(mount.value, sources.hosts);
    return await open(pinnedAddress.replace(`@${newer}`, `@${commit}`), ANYONE);
  }

  async function answer(request: Request, address: string, asked: string): Promise<Response> {
    const reply = replyTo(asked);
    if (reply === null) return failureResponse({ code: "route.not_found" });
    const query = readQuery(request);
    if (!query.ok) return failureResponse(query.error);
    const mount = await openAt(address, query.value.commit);
    if (!mount.ok) return failureResponse(mount.error);
    const snapshot = await openSnapshot(sources, mount.value, waitMs, request.signal);
    if (!snapshot.ok) return failureResponse(snapshot.error);
    const headers = {
      "etag": entityTag(version, pageKey(mount.value, "discovery", asked)),
      "cache-control": cacheControl(mount.value, sources.clock.now()),
    };
    if (hasCurrent(request, headers.etag)) return notModified(headers);
    try {
      return await reply({ request, snapshot: snapshot.value, headers });
    } catch (error) {
      if (error instanceof ContentGone) return failureResponse(error.failure);
      throw error;
    }
  }

  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.all("*", async (context: Context<{ Variables: RequestVariables }>, next) => {
    const request = context.req.raw;
    const [, address, asked] =
      /^(\/.+?)\/\.well-known\/((?:agent-)?skills\/.*)$/.exec(requestPath(request)) ?? [];
    if (address === undefined || asked === undefined) return await next();
    context.set("route", "discovery");
    return request.method === "GET" || request.method === "HEAD"
      ? await answer(request, address, asked)
      : failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" });
  });
  return routes;
}
