import MarkdownIt, { type Env, type Token } from "markdown-it";
import type { MarkdownFacts } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
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

/** A local destination: neither a scheme nor another host, and Markdown by its name. */
const LOCAL_MARKDOWN = /^(?![a-z][a-z0-9+.-]*:|\/\/).*\.md$/is;

/**
 * What a Markdown file tells of itself (design "Titles and summaries of documents", "Links"). `text` is
 * the whole file, `frontMatter` what was read from it; unreadable front matter is no part of the body.
 */
export function markdownFacts(text: string, frontMatter: FrontMatter): MarkdownFacts {
  const bodyText = text.slice(frontMatter.body);
  const inspected = takeLines(
    takeCodePoints(bodyText, FORMAT_LIMITS.linkCharacters),
    FORMAT_LIMITS.linkLines,
  );
  const body = new Body(inspected);
  return {
    title: field(frontMatter, "title", FORMAT_LIMITS.title) ?? body.title,
    summary: field(frontMatter, "description", FORMAT_LIMITS.summary) ?? body.summary,
    bodyStart: new TextEncoder().encode(text.slice(0, frontMatter.body)).length,
    blank: !/\S/.test(bodyText.replace(/^\uFEFF/, "")),
    headings: body.headings,
    links: body.links,
    linksCut: inspected.length < bodyText.length || body.linksCut,
  };
}

/** One walk over the blocks of a body. */
class Body {
  title: string | null = null;
  readonly headings: string[] = [];
  linksCut = false;
  readonly #links = new Set<string>();
  /** The first paragraph of all, and the first one below the title. */
  #opening: string | null = null;
  #introduction: string | null = null;

  constructor(text: string) {
    const env: Env = {};
    // A byte order mark would keep the first line from being a heading.
    const tokens = PARSER.parse(text.replace(/^\uFEFF/, ""), env);
    for (const [index, token] of tokens.entries()) {
      if (token.type === "inline") this.#read(token, tokens[index - 1], env);
    }
  }

  get summary(): string | null {
    return this.#introduction ?? this.#opening;
  }

  get links(): readonly string[] {
    return [...this.#links];
  }

  #read(inline: Token, parent: Token | undefined, env: Env): void {
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
    if (mayLink) this.#collectLinks(children);
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

  #collectLinks(children: readonly Token[]): void {
    for (const child of children) {
      if (child.type !== "link_open") continue;
      const destination = String(child.attrGet("href") ?? "").replace(/#.*/s, "");
      if (!LOCAL_MARKDOWN.test(destination) || this.#links.has(destination)) continue;
      if (this.#links.size === FORMAT_LIMITS.linksPerFile) {
        this.linksCut = true;
        return;
      }
      this.#links.add(destination);
    }
  }
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
