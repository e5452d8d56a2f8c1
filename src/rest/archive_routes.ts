import { Hono } from "hono";
import { ARCHIVE_QUERY } from "../../contracts/install.ts";
import type { Failure } from "../../contracts/errors.ts";
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
import { openSnapshot, skillFiles, type SnapshotSources } from "../reading/mod.ts";
import { pathTooLong } from "./_archive.ts";
import { archiveAnswer } from "./_archive_answer.ts";

export interface ArchiveRoutesDeps {
  readonly open: (address: string, viewer: Viewer) => Promise<Result<Mount, Failure>>;
  readonly sources: SnapshotSources;
  /** Of the server, whose versions may answer differently. */
  readonly version: string;
}

const PREFIX = "/api/v1/archive";

const readQuery = queryReader(ARCHIVE_QUERY);

/**
 * `GET /api/v1/archive/<address>?path=<SKILL.md>&format=zip|tar.gz`: one skill as it is served, for
 * installs without an agent. Never waits for an index.
 */
export function archiveRoutes({ open, sources, version }: ArchiveRoutesDeps): Hono<
  { Variables: RequestVariables }
> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.get(`${PREFIX}/*`, async (context) => {
    context.set("route", "archive");
    const request = context.req.raw;
    const query = readQuery(request);
    if (!query.ok) return failureResponse(query.error);
    const { path, format } = query.value;
    const mount = await open(requestPath(request).slice(PREFIX.length), { kind: "anonymous" });
    if (!mount.ok) return failureResponse(mount.error);
    const snapshot = await openSnapshot(sources, mount.value, 0);
    if (!snapshot.ok) return failureResponse(snapshot.error);
    const whole = skillFiles(snapshot.value, { path });
    if (!whole.ok) return failureResponse(whole.error);
    const long = pathTooLong(whole.value, format);
    if (long !== null) {
      return failureResponse({
        code: "request.invalid",
        path: long,
        reason: "a tar archive that every installer reads has no room for a path of this skill",
        hint: "Take format=zip",
      });
    }
    const headers = {
      "etag": entityTag(version, pageKey(mount.value, "archive", path, format)),
      "cache-control": cacheControl(mount.value, sources.clock.now()),
    };
    return hasCurrent(request, headers.etag)
      ? notModified(headers)
      : await archiveAnswer(request, snapshot.value, whole.value, format, headers);
  });
  routes.all(`${PREFIX}/*`, () => failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" }));
  return routes;
}
