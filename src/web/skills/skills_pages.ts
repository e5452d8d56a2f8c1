import type { Context } from "hono";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import type { SkillReference } from "../../../contracts/library/library.ts";
import {
  CATALOG_PAGES,
  CATALOG_SORTS,
  type PublicCatalog,
} from "../../../contracts/library/public_catalog.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { failureHeaders, failureResponse, prefersPage, type RequestVariables } from "../../http/mod.ts";
import { createAssets } from "../assets/assets.ts";
import { failurePage } from "../kit/failure_page.tsx";
import type { Frame } from "../kit/layout.tsx";
import { namesHtml, pageResponse } from "../kit/page_response.ts";
import { versionChanges } from "../kit/version_changes.ts";
import { catalogPage } from "./catalog_page.tsx";
import { ownerPage } from "./owner_page.tsx";
import { ownerPath, skillPath } from "./skill_links.ts";
import { changesPage } from "./changes_page.tsx";
import { skillPage } from "./skill_page.tsx";

export interface SkillsPagesDeps {
  readonly catalog: PublicCatalog;
  readonly version: string;
  readonly publicOrigin: (own: string) => string | null;
}

type PageContext = Context<{ Variables: RequestVariables }>;

/** What is made for somebody: a page, or where it is now. */
type Made = Result<{ readonly html: string } | { readonly movedTo: string }, Failure>;

/** What is flagged or withdrawn must not live on in caches for longer. */
const KEPT = { "cache-control": "public, max-age=60" };

const PER_PAGE = 50;

/** The pages of published skills, for everybody. */
export function skillsPages(
  { catalog, version, publicOrigin }: SkillsPagesDeps,
): Hono<{ Variables: RequestVariables }> {
  const assets = createAssets();
  const routes = new Hono<{ Variables: RequestVariables }>();

  /** Answers browsers, and whoever takes anything; a program that asks for JSON is told where that is. */
  const page =
    (make: (frame: Frame, context: PageContext) => Promise<Made>) => async (context: PageContext) => {
      if (!prefersPage(context)) {
        return failureResponse({ code: "route.not_found", hint: "Ask /api/v1/catalog/skills for JSON" });
      }
      const frame = { assets, version, origin: publicOrigin(new URL(context.req.url).origin) };
      const made = await make(frame, context);
      if (!made.ok) {
        if (!namesHtml(context)) return failureResponse(made.error, { vary: "accept" });
        const html = failurePage(frame, made.error, "", null);
        return pageResponse(context, html, ERRORS[made.error.code].status, failureHeaders(made.error));
      }
      if ("html" in made.value) return pageResponse(context, made.value.html, 200, KEPT);
      const { search } = new URL(context.req.url);
      context.set("route", "page");
      return new Response(null, { status: 308, headers: { location: made.value.movedTo + search, ...KEPT } });
    };

  async function catalogOf(frame: Frame, { req }: PageContext): Promise<Made> {
    const query = (req.query("q") ?? "").trim().slice(0, CATALOG_PAGES.query);
    const sort = CATALOG_SORTS.find((one) => one === req.query("sort")) ?? "installs";
    const cursor = req.query("cursor") ?? null;
    const found = query === ""
      ? await catalog.discover({ sort, owner: null, limit: PER_PAGE, cursor })
      : await catalog.search({ query, limit: CATALOG_PAGES.search.most, cursor });
    if (!found.ok) return found;
    const isFirst = query === "" && cursor === null && req.query("sort") === undefined;
    const featured = isFirst ? await catalog.featured(CATALOG_PAGES.featured) : [];
    const { skills: cards, nextCursor } = found.value;
    return success({ html: catalogPage(frame, { query, sort, featured, cards, nextCursor }) });
  }

  async function ownerOf(frame: Frame, { req }: PageContext): Promise<Made> {
    const owner = req.param("owner") ?? "";
    const cursor = req.query("cursor") ?? null;
    const found = await catalog.discover({ sort: "name", owner, limit: PER_PAGE, cursor });
    if (!found.ok) return found;
    const { skills: cards, nextCursor } = found.value;
    const [first] = cards;
    if (first === undefined) {
      return failure({
        code: "account.not_found",
        reason: "nobody of that name publishes skills to everybody",
      });
    }
    // The account is called something else by now.
    if (first.owner !== owner) return success({ movedTo: ownerPath(first.owner) });
    return success({ html: ownerPage(frame, { owner, cards, nextCursor }) });
  }

  async function skillOf(frame: Frame, { req }: PageContext): Promise<Made> {
    const [, name = "", label] = /^([^@]*)(?:@(.+))?$/.exec(req.param("name") ?? "") ?? [];
    const asked: SkillReference = { owner: req.param("owner") ?? "", name };
    const details = await catalog.skill(asked, label);
    if (!details.ok) return details;
    const skill = { owner: details.value.owner, name: details.value.name };
    if (skill.owner !== asked.owner || skill.name !== asked.name) {
      return success({ movedTo: skillPath(skill.owner, skill.name, label) });
    }
    const from = req.query("from");
    if (from !== undefined) {
      const before = await catalog.files(skill, from);
      if (!before.ok) return before;
      const after = await catalog.files(skill, details.value.version);
      if (!after.ok) return after;
      const changes = await versionChanges(before.value, after.value);
      return success({ html: changesPage(frame, { details: details.value, from, changes }) });
    }
    const versions = await catalog.versions(skill);
    if (!versions.ok) return versions;
    const document = details.value.isDescribedOnly
      ? success(null)
      : await catalog.file(skill, "SKILL.md", details.value.version);
    if (!document.ok) return document;
    const text = document.value === null ? null : new TextDecoder().decode(document.value.bytes);
    const shown = { details: details.value, isPinned: label !== undefined, versions: versions.value, text };
    return success({ html: skillPage(frame, shown) });
  }

  routes.use("/skills", compress());
  routes.use("/skills/*", compress());
  routes.get("/skills", page(catalogOf));
  routes.get("/skills/:owner", page(ownerOf));
  routes.get("/skills/:owner/:name", page(skillOf));
  return routes;
}
