/**
 * Everything that people look at. Pages are made on the server from what the reading use cases answer,
 * work without scripts, and load nothing from elsewhere. What a repository says is text in them.
 */
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { isAddressPath, prefersPage, requestPath, type RequestVariables } from "../http/mod.ts";
import { createAssets } from "./assets/assets.ts";
import { createMountPages, type MountPagesDeps } from "./public/mount_pages.ts";
import { createDiffPage, DIFF_PREFIX } from "./public/diff_page.tsx";
import { createUsagePage, USAGE_PREFIX, type UsagePageDeps } from "./public/usage_page.tsx";
import { createHomePages, type HomePagesDeps } from "./public/home_pages.ts";
import { createDocsPage } from "./public/docs_page.tsx";
import { failurePage } from "./kit/failure_page.tsx";
import { namesHtml, pageResponse } from "./kit/page_response.ts";
import { sitePage } from "./kit/site_page.ts";

interface PagesDeps extends Omit<MountPagesDeps, "assets" | "hasUsage">, Omit<HomePagesDeps, "assets"> {
  /** Left out where nothing is counted. */
  readonly readUsage?: UsagePageDeps["readUsage"];
}

type PageContext = Context<{ Variables: RequestVariables }>;

/** Their names hold a hash of their bytes: the one place where an answer never changes. */
const FOREVER = "public, max-age=31536000, immutable";
const SHORTLY = "public, max-age=300";
const DAY = "public, max-age=86400";

export function pages(deps: PagesDeps): Hono<{ Variables: RequestVariables }> {
  const assets = createAssets();
  const { readUsage } = deps;
  const mountPage = createMountPages({ ...deps, assets, hasUsage: readUsage !== undefined });
  const home = createHomePages({ ...deps, assets });
  const docsPage = createDocsPage();
  const diffPage = createDiffPage({ ...deps, assets });
  const usagePage = readUsage === undefined ? null : createUsagePage({ ...deps, readUsage, assets });
  const routes = new Hono<{ Variables: RequestVariables }>();

  routes.get("/assets/:file", compress(), (context, next) => {
    const file = assets.files.get(requestPath(context.req.raw));
    if (file === undefined) return next();
    context.set("route", "asset");
    const headers = { "content-type": file.type, "cache-control": FOREVER, "vary": "accept-encoding" };
    return new Response(file.body, { headers });
  });
  routes.get(
    "/favicon.ico",
    () => new Response(null, { status: 302, headers: { "cache-control": DAY, location: assets.mark } }),
  );
  routes.get("/robots.txt", (context) => home.robots(context));
  routes.get("/sitemap.xml", (context) => home.sitemap(context));
  routes.get("/llms.txt", (context) => home.llms(context));
  routes.get("*", compress(), async (context, next) => {
    const path = requestPath(context.req.raw);
    if (!prefersPage(context)) return await next();
    if (path === "/") return await home.home(context);
    if (/^\/docs(?:\/|$)/.test(path)) return documentation(context, path);
    if (path.startsWith(`${DIFF_PREFIX}/`)) return await diffPage(context);
    if (usagePage !== null && path.startsWith(`${USAGE_PREFIX}/`)) return await usagePage(context);
    if (isAddressPath(path)) return await mountPage(context, path);
    return isForPrograms(context, path) ? await next() : notFound(context);
  });
  return routes;

  function documentation(context: PageContext, path: string): Response {
    const origin = deps.publicOrigin(new URL(context.req.url).origin);
    const make = docsPage(path);
    if (make === null) return notFound(context);
    const frame = { assets, version: deps.version, origin };
    return sitePage(deps, context, ["docs", assets.version, origin, path], SHORTLY, () => make(frame));
  }

  function notFound(context: PageContext): Response {
    const frame = { assets, version: deps.version, origin: null };
    const html = failurePage(frame, { code: "route.not_found" }, "", null);
    return pageResponse(context, html, 404, { "cache-control": "no-store" });
  }
}

/** Whoever asks there, or for anything, is a program and gets the JSON of the failure. */
function isForPrograms(context: PageContext, path: string): boolean {
  return /^\/api(?:\/|$)|\/\.well-known(?:\/|$)/.test(path) || !namesHtml(context);
}
