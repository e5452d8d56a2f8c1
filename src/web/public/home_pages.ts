import type { Context } from "hono";
import type { Failure } from "../../../contracts/errors.ts";
import type { Result } from "../../../contracts/result.ts";
import { type RequestVariables, seeOther } from "../../http/mod.ts";
import type { PastedAddress, TrustedAddress } from "../../mounts/mod.ts";
import type { Assets } from "../assets/assets.ts";
import { homePage } from "./_home_page.tsx";
import { mountLinks } from "./_mount_links.ts";
import { pageResponse } from "../kit/page_response.ts";
import { sitePage, type SitePageDeps } from "../kit/site_page.ts";

export interface HomePagesDeps extends SitePageDeps {
  /** What somebody pasted, as an address; `origin` is this server's own. */
  readonly findAddress: (text: string, origin: string | null) => Result<PastedAddress, Failure>;
  /** The operator's lists. */
  readonly trusted: () => Promise<readonly TrustedAddress[]>;
  /** Paths of the pages of published skills that the operator features. */
  readonly featuredSkills: () => Promise<readonly string[]>;
  /** Addresses to try that no list holds, such as directories that are served in development. */
  readonly examples: readonly string[];
  readonly version: string;
  readonly publicOrigin: (own: string) => string | null;
  readonly stdioOf: (address: string) => readonly string[] | null;
  readonly assets: Assets;
}

type PageContext = Context<{ Variables: RequestVariables }>;

const EXAMPLES = 6;
const SITEMAP_URLS = 10_000;
const SHORTLY = "public, max-age=60";

/** The front door, and what search engines and agents look for beside it. */
export function createHomePages(deps: HomePagesDeps) {
  const { assets, version, stdioOf } = deps;
  const originOf = (context: PageContext) => deps.publicOrigin(new URL(context.req.url).origin);

  async function examples(): Promise<string[]> {
    const featured = (await deps.trusted()).filter((entry) => entry.featured && !entry.blocked);
    return [...deps.examples, ...featured.map(({ address }) => address)].slice(0, EXAMPLES);
  }

  /** Addresses that search engines may list, as full URLs. */
  async function listed(origin: string): Promise<string[]> {
    const entries = (await deps.trusted()).filter((entry) =>
      (entry.verified || entry.featured) && !entry.blocked
    );
    return [...entries.map(({ address }) => address), ...await deps.featuredSkills()]
      .slice(0, SITEMAP_URLS).map((path) => origin + path);
  }

  function text(body: string, type: string): Response {
    return new Response(body, {
      headers: { "content-type": `${type}; charset=utf-8`, "cache-control": SHORTLY },
    });
  }

  return {
    async home(context: PageContext): Promise<Response> {
      const origin = originOf(context);
      const frame = { assets, version, origin, stdioOf };
      const typed = new URL(context.req.url).searchParams.get("address");
      const found = typed === null ? null : deps.findAddress(typed, origin);
      if (found?.ok) return redirect(found.value);
      const shown = await examples();
      if (found === null) {
        const make = () => homePage(frame, { typed: "", error: null, examples: shown });
        const shapedBy = ["home", assets.version, origin, shown, stdioOf(shown[0] ?? "")];
        return sitePage(deps, context, shapedBy, SHORTLY, make);
      }
      const html = homePage(frame, { typed: typed ?? "", error: found.error, examples: shown });
      return pageResponse(context, html, 400, { "cache-control": "no-store" });
    },

    robots(context: PageContext): Response {
      const origin = originOf(context);
      // Pages say for themselves whether they may be listed; only what has no page is closed.
      const lines = ["User-agent: *", "Disallow: /api/", "Disallow: /icon/"];
      if (origin !== null) lines.push("", `Sitemap: ${origin}/sitemap.xml`);
      return text(`${lines.join("\n")}\n`, "text/plain");
    },

    async sitemap(context: PageContext): Promise<Response> {
      const origin = originOf(context);
      const urls = origin === null ? [] : [`${origin}/`, ...await listed(origin)];
      const entries = urls.map((url) =>
        `<url><loc>${url.replaceAll("&", "&amp;").replaceAll("'", "&apos;")}</loc></url>`
      );
      const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>
`;
      return text(body, "application/xml");
    },

    async llms(context: PageContext): Promise<Response> {
      const origin = originOf(context);
      const links = origin === null ? [] : await listed(origin);
      const base = origin ?? "";
      const body = `# skillmount

> Turns a git repository of agent skills into an MCP server. The path of a URL is the address:
> \`/<host>/<owner>/<repo>[@<ref>][/<path>]\`. \`POST\` to it speaks MCP (Streamable HTTP), \`GET\` is a page.

Connect an MCP client to an address and it gets four tools: browse_repo, search_repo, load_skill and
read_repo_file. The same answers are JSON under \`${base}/api/v1\`.

- [Documentation](${base}/docs)
- [REST API, OpenAPI 3.1](${base}/api/v1/openapi.json)
${links.length === 0 ? "" : `\n## Repositories\n\n${links.map((url) => `- <${url}>`).join("\n")}\n`}`;
      return text(body, "text/plain");
    },
  };
}

function redirect({ address, file }: PastedAddress): Response {
  const links = mountLinks(address, "");
  const isSkill = file !== null && /(?:^|\/)SKILL\.md$/.test(file);
  const location = file === null ? address : isSkill ? links.skill(file) : links.file(file);
  return seeOther(location);
}
