import type { Child } from "hono/jsx";
import type { Assets } from "../assets/assets.ts";
import { Mark } from "./_mark.tsx";

/** What every page has around its content. */
export interface Frame {
  readonly assets: Assets;
  readonly version: string;
  /** What absolute URLs start with; null where it is not known, and then there are none. */
  readonly origin: string | null;
  /** The words by which a client of this machine starts a server of its own for an address; null: there are none. */
  readonly stdioOf?: (address: string) => readonly string[] | null;
}

interface PageProps extends Frame {
  /** Without the name of the site. */
  readonly title: string;
  readonly description: string;
  /** The path of the page's canonical URL; null where it has none. */
  readonly canonical: string | null;
  /** Whether search engines may list it. */
  readonly index: boolean;
  /** A path of this origin; a link to the page is illustrated with it. */
  readonly picture?: string | null;
  /** Without scripts the page is asked for again after so many seconds. */
  readonly refreshSeconds?: number;
  readonly children?: Child;
}

/** The document of a page, from its doctype on. `children` is what stands in `<main>`. */
export function renderPage(page: PageProps): string {
  return `<!doctype html>${String(<Page {...page} />)}`;
}

function Page(page: PageProps) {
  const { assets, origin, title, description, canonical } = page;
  const name = title === SITE ? SITE : `${title} · ${SITE}`;
  const url = origin === null || canonical === null ? null : origin + canonical;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{name}</title>
        <meta name="description" content={description} />
        {!page.index && <meta name="robots" content="noindex" />}
        {url !== null && <link rel="canonical" href={url} />}
        <meta property="og:site_name" content={SITE} />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {url !== null && <meta property="og:url" content={url} />}
        {origin !== null && page.picture && <meta property="og:image" content={origin + page.picture} />}
        <meta name="twitter:card" content="summary" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131614" />
        <link rel="icon" href={assets.mark} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style} />
        <script type="module" src={assets.script}></script>
        {page.refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(page.refreshSeconds)} />
          </noscript>
        )}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="site-header">
          <a class="brand" href="/" aria-label="skillmount, home">
            <Mark />
            <span>{SITE}</span>
          </a>
          <nav aria-label="Site">
            <a href="/skills">Skills</a>
            <a href="/docs">Docs</a>
            <a href="/api/docs">API</a>
          </nav>
        </header>
        <main id="main" tabindex={-1}>{page.children}</main>
        <footer class="site-footer">
          <p>
            What is shown of a repository is its authors’ work, under their licence, as it is at the commit
            named.
          </p>
          <p>
            {SITE} {page.version} · <a href="/docs">Documentation</a> · <a href="/api/docs">API reference</a>
          </p>
        </footer>
      </body>
    </html>
  );
}

export const SITE = "skillmount";
