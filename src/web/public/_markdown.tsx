import { raw } from "hono/html";
import { highlight, type MarkdownPlace, renderMarkdown } from "../../render/mod.ts";
import type { MountLinks } from "./_mount_links.ts";
import type { PlaceOf } from "./_served_places.ts";

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?\n)?---[ \t]*(?:\r?\n|$)/;
const PICTURE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i;

/** Whether browsers show a file of that name as a picture. */
export function isPicture(path: string): boolean {
  return PICTURE.test(path);
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
}

/** Markdown of the file at `path`. */
export function Markdown({ text, path, whole = false, placeOf, links, headingLevel, part = 0 }: {
  readonly text: string;
  readonly path: string;
  /** The text is all of the file: its front matter is shown as what it is. */
  readonly whole?: boolean;
  readonly placeOf: PlaceOf;
  readonly links: MountLinks;
  readonly headingLevel: MarkdownPlace["headingLevel"];
  readonly part?: number;
}) {
  const [block = "", fields = ""] = whole ? FRONT_MATTER.exec(text) ?? [] : [];
  const { html } = renderMarkdown(text.slice(block.length), {
    file: path,
    headingLevel,
    part,
    pageOf: (target) => pageOf(target, placeOf, links),
    pictureOf: (target) => isPicture(target) && placeOf(target) === "file" ? links.raw(target) : null,
  });
  return (
    <div class="prose" dir="auto">
      {fields !== "" && <pre class="front-matter"><code>{raw(highlight(fields, "yaml"))}</code></pre>}
      {raw(html)}
    </div>
  );
}

/** Where the mount shows a path of the repository; null for what it does not serve. */
export function pageOf(path: string, placeOf: PlaceOf, links: MountLinks): string | null {
  switch (placeOf(path)) {
    case "skill":
      return links.skill(path);
    case "file":
      return links.file(path);
    case "folder":
      return links.folder(path);
    case null:
      return null;
  }
}
