import MarkdownIt, { type Env, type Token } from "markdown-it";
import type { MarkdownFacts, MarkdownLink } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { isLocalDestination } from "../address/link_destination.ts";
import type { FrontMatter } from "../front_matter/parse_front_matter.ts";
import { takeCodePoints } from "../text/code_points.ts";
import { oneLine, shorten } from "../text/one_line.ts";

// Inline text is parsed on demand: most of a body holds no link and is no title.
const PARSER = new MarkdownIt({ html: true, maxNesting: 20 });
PARSER.core.ruler.enableOnly(["normalize", "block"]);
// Destinations stay as written; resolving them decodes them once.
PARSER.normalizeLink = (url) => url;

/** Far over any real paragraph, in code units: crafted inline text takes time in its square. */
const MAX_INLINE = 32_768;

/** What every link has, whether it names its destination itself or not. */
const MAY_LINK = /\](?:\(|\[|:)/;

/**
 * What a Markdown file tells of itself (docs/design/format.md "Titles and summaries of documents",
 * "Links"). `text` is the whole file, `frontMatter` what was read from it; unreadable front matter is no
 * part of the body.
 */
export function markdownFacts(text: string, frontMatter: FrontMatter): MarkdownFacts {
  const bodyText = text.slice(frontMatter.body);
  const inspected = takeLines(
    takeCodePoints(bodyText, FORMAT_LIMITS.linkCharacters),
    FORMAT_LIMITS.linkLines,
  );
  const body = new Body(inspected, linesOf(text.slice(0, frontMatter.body)));
  return {
    title: field(frontMatter, "title", FORMAT_LIMITS.title) ?? body.title,
    summary: field(frontMatter, "description", FORMAT_LIMITS.summary) ?? body.summary,
    bodyStart: new TextEncoder().encode(text.slice(0, frontMatter.body)).length,
    blank: !/\S/.test(bodyText.replace(/^\uFEFF/, "")),
    headings: body.headings,
    links: body.links,
    linksCut: body.linksCut || MAY_LINK.test(bodyText.slice(inspected.length)),
  };
}

/** One walk over the blocks of a body. */
class Body {
  title: string | null = null;
  readonly headings: string[] = [];
  linksCut = false;
  /** By destination. */
  readonly #links = new Map<string, MarkdownLink>();
  /** The first paragraph of all, and the first one below the title. */
  #opening: string | null = null;
  #introduction: string | null = null;

  /** `above` lines of the file come before the text. */
  constructor(text: string, above: number) {
    const env: Env = {};
    // A byte order mark would keep the first line from being a heading.
    const tokens = PARSER.parse(text.replace(/^\uFEFF/, ""), env);
    let line = above;
    for (const [index, token] of tokens.entries()) {
      // A cell of a table stands on the line of its row.
      if (token.map !== null) line = above + token.map[0];
      if (token.type === "inline") this.#read(token, tokens[index - 1], env, line + 1);
    }
  }

  get summary(): string | null {
    return this.#introduction ?? this.#opening;
  }

  get links(): readonly MarkdownLink[] {
    return [...this.#links.values()];
  }

  #read(inline: Token, parent: Token | undefined, env: Env, line: number): void {
    const isHeading = parent?.type === "heading_open";
    const isParagraph = parent?.type === "paragraph_open" && parent.level === 0;
    const wanted = isHeading
      ? this.headings.length < FORMAT_LIMITS.headings
      : isParagraph && (this.#opening === null || this.title !== null && this.#introduction === null);
    const mayLink = !this.linksCut && inline.content.includes("[");
    if (!wanted && !mayLink) return;

    const content = inline.content.slice(0, MAX_INLINE);
    if (mayLink && content.length < inline.content.length) this.linksCut = true;
    const children: Token[] = [];
    PARSER.inline.parse(content, PARSER, env, children);
    if (mayLink) this.#collectLinks(children, line);
    const text = wanted ? oneLine(plainText(children)) : "";
    if (text === "") return;
    if (isHeading) {
      const heading = shorten(text, FORMAT_LIMITS.title);
      this.headings.push(heading);
      if (parent.tag === "h1" && parent.level === 0) this.title ??= heading;
    } else {
      const summary = shorten(text, FORMAT_LIMITS.summary);
      this.#opening ??= summary;
      if (this.title !== null) this.#introduction ??= summary;
    }
  }

  #collectLinks(children: readonly Token[], firstLine: number): void {
    let line = firstLine;
    for (const child of children) {
      if (child.type === "softbreak" || child.type === "hardbreak") line++;
      const written = child.type === "link_open" ? "href" : child.type === "image" ? "src" : null;
      if (written === null) continue;
      const to = String(child.attrGet(written) ?? "").replace(/#.*/s, "");
      if (!isLocalDestination(to) || this.#links.has(to)) continue;
      if (this.#links.size === FORMAT_LIMITS.linksPerFile) {
        this.linksCut = true;
        return;
      }
      this.#links.set(to, { to, line });
    }
  }
}

function linesOf(text: string): number {
  return text.split("\n").length - 1;
}

/** The first `limit` lines of `text`. */
function takeLines(text: string, limit: number): string {
  let end = -1;
  for (let line = 0; line < limit; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end + 1);
}

/** The words of inline Markdown: links become their text; images and HTML say nothing. */
function plainText(children: readonly Token[]): string {
  return children.map(({ type, content }) => {
    if (type === "text" || type === "text_special" || type === "code_inline") return content;
    return type === "softbreak" || type === "hardbreak" ? " " : "";
  }).join("");
}

function field({ fields }: FrontMatter, key: string, limit: number): string | null {
  const value = fields?.entries.find((entry) => entry.key === key)?.value;
  const text = value?.kind === "text" ? oneLine(value.text) : "";
  return text === "" ? null : shorten(text, limit);
}
