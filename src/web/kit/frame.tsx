import type { Child } from "hono/jsx";
import { createAssets } from "../assets/assets.ts";
import { renderPage } from "./layout.tsx";
import { PAGE_HEADERS } from "./page_response.ts";

interface FramedPage {
  /** Without the name of the site. */
  readonly title: string;
  readonly description: string;
  /** Where the page is. */
  readonly path: string;
  /** Whether search engines may keep it; so where left out. */
  readonly index?: boolean;
  /** What stands in it, from its first heading on. */
  readonly children: Child;
}

/** A page of another surface, made to look like all others: its text, and the headers that it needs. */
type FramePage = (
  page: FramedPage,
) => { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/** @param origin What canonical URLs start with; null where it is not known. */
export function createFrame(version: string, origin: string | null): FramePage {
  const assets = createAssets();
  return ({ title, description, path, index = true, children }) => ({
    html: renderPage({
      assets,
      version,
      origin,
      title,
      description,
      canonical: path,
      index,
      children: <div class="prose">{children}</div>,
    }),
    headers: PAGE_HEADERS,
  });
}
