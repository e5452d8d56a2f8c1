import { Hono } from "hono";
import { compress } from "hono/compress";
import type { Child } from "hono/jsx";
import {
  entityTag,
  failureResponse,
  hasCurrent,
  notModified,
  requestPath,
  type RequestVariables,
  withoutTrailingSlash,
} from "../http/mod.ts";
import type { CatalogRestDeps } from "./catalog/catalog_deps.ts";
import { catalogOperations } from "./catalog/catalog_operations.ts";
import { catalogRoutes } from "./catalog/catalog_routes.ts";
import { connectionOperations } from "./connections/connection_operations.ts";
import { PUBLISH_TOKEN_OPERATIONS, publishTokenRoutes } from "./connections/publish_token_routes.ts";
import { addressParameter } from "./_address_parameter.ts";
import { archiveRoute } from "./archive/archive_route.ts";
import { badgeRoute } from "./operations/badge.ts";
import { browseRoute } from "./operations/browse.ts";
import { ApiReference } from "./open_api/api_reference.tsx";
import { diffRoute } from "./operations/diff.ts";
import { filesRoute } from "./operations/files.ts";
import { type AvatarDeps, avatarRoute } from "./operations/avatar.ts";
import type { LibraryRestDeps } from "./library/library_deps.ts";
import { libraryOperations } from "./library/library_operations.ts";
import { libraryRoutes } from "./library/library_routes.ts";
import { mountsRoute } from "./operations/mounts.ts";
import type { LibraryRoute } from "./library/library_route.ts";
import { type InstallLinkDeps, installLinkOperations } from "./install/install_link_operations.ts";
import { openApiDocument } from "./open_api/open_api_document.ts";
import type { ReadDeps, Route } from "./operation.ts";
import { setOperations } from "./sets/set_operations.ts";
import { rawRoute } from "./operations/raw.ts";
import { type RefreshDeps, refreshRoute } from "./operations/refresh.ts";
import { searchRoute } from "./operations/search.ts";
import { skillsRoute } from "./operations/skills.ts";
import { type UsageDeps, usageRoute } from "./operations/usage.ts";
import { STATUS_OPERATIONS } from "./operations/status.ts";

interface RestDeps extends ReadDeps, RefreshDeps, AvatarDeps {
  /** Left out where nothing is counted. */
  readonly readUsage?: UsageDeps["readUsage"];
  /** What accounts are answered from; left out where there are none. */
  readonly library?: LibraryRestDeps;
  /** Links to install from; left out where there are none. */
  readonly installLinks?: Pick<InstallLinkDeps, "links" | "publicOrigin">;
  /** What everybody finds and reads; left out where there is none. */
  readonly catalog?: CatalogRestDeps;
  /** Makes a page of the document's text that looks like all others. */
  readonly frame: (
    page: {
      readonly title: string;
      readonly description: string;
      readonly path: string;
      readonly children: Child;
    },
  ) => { readonly html: string; readonly headers: Readonly<Record<string, string>> };
}

type Routes = Hono<{ Variables: RequestVariables }>;

/** How long the document and its page are kept without asking whether they changed. */
const DOCUMENT_CACHE = "public, max-age=300";

const PAGE = {
  title: "REST API",
  description: "Every request that the REST API answers, and what it answers.",
  path: "/api/docs",
} as const;

/**
 * The typed interface: everything under `/api/v1` and `/icon`, its document and its page. What follows the
 * name of a route is an address, taken from the path as it was sent and decoded by nobody before.
 */
export function restRoutes(deps: RestDeps): Routes {
  const { readUsage } = deps;
  const answered: readonly Route[] = [
    mountsRoute(deps),
    browseRoute(deps),
    searchRoute(deps),
    skillsRoute(deps),
    filesRoute(deps),
    diffRoute(deps),
    rawRoute(deps),
    archiveRoute(deps),
    refreshRoute(deps),
    badgeRoute(deps),
    ...(readUsage === undefined ? [] : [usageRoute({ ...deps, readUsage })]),
    avatarRoute(deps),
  ];
  const ofAccounts = deps.library === undefined ? [] : accountOperations(deps.library, deps.installLinks);
  const ofCatalog = deps.catalog === undefined ? [] : catalogOperations(deps.catalog);
  const ofJobs = deps.library?.jobs ? PUBLISH_TOKEN_OPERATIONS : [];
  const document = once(() =>
    openApiDocument(deps.version, [...answered, ...ofAccounts, ...ofJobs, ...ofCatalog, ...STATUS_OPERATIONS])
  );
  const routes: Routes = new Hono();
  for (const route of answered) addRoute(routes, route);
  if (deps.library !== undefined) routes.route("/", libraryRoutes(deps.library, ofAccounts));
  if (deps.library !== undefined && deps.library.jobs !== null) {
    routes.route("/", publishTokenRoutes({ ...deps.library, jobs: deps.library.jobs }));
  }
  if (deps.catalog !== undefined) routes.route("/", catalogRoutes(deps.catalog, ofCatalog));
  addDocument(routes, "/api/v1/openapi.json", deps.version, () => ({
    body: JSON.stringify(document()),
    kind: { "content-type": "application/json" },
  }));
  addDocument(routes, PAGE.path, deps.version, () => {
    const { html, headers } = deps.frame({ ...PAGE, children: <ApiReference document={document()} /> });
    return { body: html, kind: headers };
  });
  return routes;
}

function accountOperations(
  deps: LibraryRestDeps,
  installLinks: RestDeps["installLinks"],
): readonly LibraryRoute[] {
  const ofLinks = installLinks === undefined ? [] : installLinkOperations({ ...deps, ...installLinks });
  return [...libraryOperations(deps), ...connectionOperations(deps), ...setOperations(deps), ...ofLinks];
}

function addRoute(routes: Routes, { method, path, answer }: Route): void {
  const pattern = `${path}/*`;
  routes.on(method, pattern, async (context) => {
    context.set("route", "rest");
    const request = context.req.raw;
    const raw = requestPath(request);
    // Another spelling of the route, with an escape in it, is another path.
    if (!raw.startsWith(path)) return failureResponse({ code: "route.not_found" });
    const rest = withoutTrailingSlash(raw.slice(path.length));
    if (method === "GET" && path + rest !== raw) return movedTo(path + rest + new URL(request.url).search);
    const asker = await context.get("identify")(method === "GET" ? "bearer or session" : "bearer");
    return await answer({ request, address: addressParameter(rest), asker });
  });
  const allow = method === "GET" ? "GET, HEAD" : method;
  routes.all(pattern, () => failureResponse({ code: "method.not_allowed" }, { allow }));
}

function movedTo(location: string): Response {
  return new Response(null, { status: 308, headers: { location, "cache-control": "no-store" } });
}

interface DocumentText {
  readonly body: string;
  /** Headers that say what it is. */
  readonly kind: Readonly<Record<string, string>>;
}

/** Serves a text that is the same for everybody until the server is another one, and is written when somebody first asks. */
function addDocument(routes: Routes, path: string, version: string, write: () => DocumentText): void {
  const written = once(() => {
    const { body, kind } = write();
    const headers = { etag: entityTag(version, body), "cache-control": DOCUMENT_CACHE };
    return { body, headers, kind };
  });
  routes.get(path, compress(), (context) => {
    context.set("route", "rest");
    const { body, headers, kind } = written();
    if (hasCurrent(context.req.raw, headers.etag)) return notModified(headers);
    return new Response(body, { headers: { ...headers, ...kind } });
  });
  routes.all(path, () => failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" }));
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => made ??= make();
}
