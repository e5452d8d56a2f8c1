/**
 * Markdown of a repository as HTML that is safe to put into a page: text, structure, links that were
 * checked and pictures of this origin. HTML in it is shown as the text that a model reads. The time it
 * takes grows with the size alone, and the size is bounded.
 */
import MarkdownIt, { type Env, type Token } from "markdown-it";
import type { RepoPath } from "../../contracts/addresses.ts";
import { highlight } from "./highlight.ts";
import { fragmentId, headingId, type HeadingIds, newHeadingIds } from "./_heading_id.ts";
import { linkTarget } from "./_link_target.ts";
import { escapeHtml, visibleText } from "./visible_text.ts";

export interface MarkdownPlace {
  /** The path of the document: relative destinations start at its directory. */
  readonly file: string;
  /** Where a path of the repository is shown; null when nothing is. */
  readonly pageOf: (path: RepoPath) => string | null;
  /** Where this origin has the bytes of a picture; null when it has none. */
  readonly pictureOf: (path: RepoPath) => string | null;
  /** The level of the highest heading: a page has headings of its own above. */
  readonly headingLevel: 1 | 2 | 3 | 4;
  /** Tells apart the documents of one page, from 0 on: their headings may have equal names. */
  readonly part?: number;
}

interface MarkdownHtml {
  readonly html: string;
  /** It was too large to be laid out and is shown as written. */
  readonly plain: boolean;
}

const LIMITS = {
  /** UTF-16 units of a document. */
  text: 160 * 1024,
  lines: 10_000,
  /** UTF-16 units of one paragraph or cell. */
  inline: 16 * 1024,
  tokens: 40_000,
  nesting: 24,
  /** UTF-16 units of all highlighted code. */
  code: 96 * 1024,
} as const;

/** What rendering one document carries along. */
interface Rendering {
  readonly place: MarkdownPlace;
  readonly ids: HeadingIds;
  /** Closing tags of the links that are open. */
  readonly open: string[];
  /** The level of the heading before, as written out. */
  level: number;
  codeLeft: number;
}

const PARSER = parser();

/** Lays out one document. `text` is its body, without front matter. */
export function renderMarkdown(text: string, place: MarkdownPlace): MarkdownHtml {
  const body = text.replace(/^\uFEFF/, "");
  if (body.length > LIMITS.text || hasMoreLines(body, LIMITS.lines)) return plain(body);
  const rendering: Rendering = {
    place,
    ids: newHeadingIds(place.part ?? 0),
    open: [],
    level: place.headingLevel - 1,
    codeLeft: LIMITS.code,
  };
  const env: Env = { rendering };
  const tokens = PARSER.parse(body, env);
  let count = tokens.length;
  for (const { children } of tokens) count += children?.length ?? 0;
  if (count > LIMITS.tokens) return plain(body);
  return { html: PARSER.renderer.render(tokens, PARSER.options, env), plain: false };
}

function plain(text: string): MarkdownHtml {
  return { html: `<pre class="plain">${visibleText(text)}</pre>\n`, plain: true };
}

function hasMoreLines(text: string, limit: number): boolean {
  let end = -1;
  for (let line = 0; line <= limit; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return false;
  }
  return true;
}

function parser() {
  const made = new MarkdownIt({
    html: false,
    linkify: false,
    typographer: false,
    maxNesting: LIMITS.nesting,
  });
  // Destinations stay as written until they are resolved; what may be followed is decided there.
  made.normalizeLink = (url: string) => url;
  made.validateLink = () => true;
  made.core.ruler.at("inline", (state) => {
    for (const token of state.tokens) {
      if (token.type !== "inline") continue;
      const children: Token[] = [];
      if (token.content.length > LIMITS.inline) children.push(textToken(state.Token, token.content));
      else state.md.inline.parse(token.content, state.md, state.env, children);
      token.children = children;
    }
  });

  const { rules } = made.renderer;
  rules.text = (tokens, index) => visibleText(tokens[index]?.content ?? "");
  rules.text_special = rules.text;
  rules.code_inline = (tokens, index) => `<code>${visibleText(tokens[index]?.content ?? "")}</code>`;
  rules.code_block = (tokens, index) => codeBlock(visibleText(tokens[index]?.content ?? ""));
  rules.fence = (tokens, index, _options, env) => {
    const { content = "", info = "" } = tokens[index] ?? {};
    return codeBlock(fenced(content, /^\S*/.exec(info.trim())?.[0] ?? "", renderingOf(env)));
  };
  rules.heading_open = (tokens, index, _options, env) => {
    const rendering = renderingOf(env);
    const level = headingLevel(tokens[index]?.tag ?? "h1", rendering);
    return `<h${level} id="${headingId(words(tokens[index + 1]), rendering.ids)}">`;
  };
  rules.heading_close = (_tokens, _index, _options, env) => `</h${renderingOf(env).level}>\n`;
  rules.link_open = (tokens, index, _options, env) => {
    const rendering = renderingOf(env);
    const [opening, closing] = linkTags(String(tokens[index]?.attrGet("href") ?? ""), rendering);
    rendering.open.push(closing);
    return opening;
  };
  rules.link_close = (_tokens, _index, _options, env) => renderingOf(env).open.pop() ?? "";
  rules.image = (tokens, index, _options, env) => {
    const token = tokens[index];
    const destination = String(token?.attrGet("src") ?? "");
    return picture(destination, token?.content ?? "", renderingOf(env));
  };
  // A wide table scrolls by itself; it can be reached with the keyboard and is no landmark.
  rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  const cell = (name: "th" | "td"): typeof rules.text => (tokens, index) => {
    const alignment = /text-align:(left|center|right)/.exec(String(tokens[index]?.attrGet("style") ?? ""))
      ?.[1];
    const tag = cellTag(name, tokens[index + 1]);
    // A style attribute would break the page's content security policy.
    return alignment === undefined ? `<${tag}>` : `<${tag} class="align-${alignment}">`;
  };
  rules.th_open = cell("th");
  rules.td_open = cell("td");
  rules.th_close = (tokens, index) => `</${cellTag("th", tokens[index - 1])}>`;
  return made;
}

function textToken(Kind: new (type: string, tag: string, nesting: 0) => Token, content: string): Token {
  const token = new Kind("text", "", 0);
  token.content = content;
  return token;
}

/** A header without words heads nothing, and a screen reader would announce it. */
function cellTag(name: "th" | "td", content: Token | undefined): "th" | "td" {
  return content?.content.trim() === "" ? "td" : name;
}

/** What `renderMarkdown()` put there. */
function renderingOf(env: Env | undefined): Rendering {
  return (env as { readonly rendering: Rendering }).rendering;
}

/** Headings never skip a level, whatever the text does, and start where the page says. */
function headingLevel(tag: string, rendering: Rendering): number {
  const wanted = Number(tag.slice(1)) + rendering.place.headingLevel - 1;
  rendering.level = Math.min(wanted, rendering.level + 1, 6);
  return rendering.level;
}

function words(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join("");
}

function fenced(content: string, language: string, rendering: Rendering): string {
  rendering.codeLeft -= content.length;
  return rendering.codeLeft < 0 ? visibleText(content) : highlight(content, language);
}

function codeBlock(html: string): string {
  return `<pre><code>${html}</code></pre>\n`;
}

function linkTags(
  destination: string,
  { place, ids }: Rendering,
): readonly [opening: string, closing: string] {
  const target = linkTarget(destination, place.file);
  switch (target.kind) {
    case "external":
      return [`<a href="${escapeHtml(target.url)}" rel="nofollow noopener noreferrer">`, "</a>"];
    case "fragment":
      return [`<a href="#${fragmentId(target.name, ids)}">`, "</a>"];
    case "path": {
      const page = place.pageOf(target.path);
      return page === null
        ? ['<span class="dead-link">', ` <small>(${visibleText(target.path)} is not served)</small></span>`]
        : [`<a href="${escapeHtml(page + headingOf(target.fragment))}">`, "</a>"];
    }
    case "refused":
      return ['<span class="dead-link">', ` <small>(${visibleText(destination)})</small></span>`];
  }
}

/** Where a heading of another document is: on its page, which it has to itself. */
function headingOf(fragment: string | null): string {
  return fragment === null ? "" : `#${fragmentId(fragment, newHeadingIds(0))}`;
}

/** A picture of the repository, or a link to one elsewhere: a page asks no other origin for anything. */
function picture(destination: string, alternative: string, { place, open }: Rendering): string {
  const target = linkTarget(destination, place.file);
  const label = alternative.trim();
  const named = visibleText(label === "" ? "Picture" : label);
  if (target.kind === "path") {
    const source = place.pictureOf(target.path);
    if (source !== null) {
      return `<img src="${escapeHtml(source)}" alt="${escapeHtml(label)}" loading="lazy">`;
    }
  }
  // Links do not nest: inside one, the words of the picture are what is followed.
  if (target.kind !== "external" || open.length > 0) return `<span class="picture">${named}</span>`;
  const url = escapeHtml(target.url);
  return `<a class="picture" href="${url}" rel="nofollow noopener noreferrer">${named}</a>`;
}
