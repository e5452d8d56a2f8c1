import assert from "node:assert/strict";

/** An element as a page writes it. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const ELEMENTS = new Set(
  ("html head meta title link script noscript body a header nav main footer p h1 h2 h3 h4 h5 h6 div span section " +
    "article ul ol li dl dt dd code pre em strong b small s bdi wbr br hr img figure svg path rect table thead tbody " +
    "tr th td blockquote details summary button form label input search mark").split(" "),
);
const ATTRIBUTES =
  /^(?:lang|charset|name|content|property|rel|href|type|media|src|id|class|tabindex|title|role|hidden|for|value|action|method|placeholder|required|maxlength|autocomplete|autocapitalize|spellcheck|alt|loading|download|open|dir|width|height|viewBox|d|rx|focusable|http-equiv|start|aria-[a-z]+|data-[a-z]+)$/;
const URLS =
  /^(?:\/(?![/\\])|#md\d*-|#main$|#connect$|https?:\/\/|mailto:|cursor:\/\/anysphere|vscode:mcp\/|goose:\/\/extension\?)/;
const TAG = /^<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+="[^"<>]*")*)\/?>$/;

/**
 * Every tag of a page, held to a grammar that is far stricter than a browser's: what a repository says
 * cannot open a tag, end an attribute or add one without breaking it.
 */
export function inertTags(html: string): readonly Tag[] {
  const tags: Tag[] = [];
  assert(html.startsWith("<!doctype html>"));
  const body = html.slice("<!doctype html>".length);
  for (const [written] of body.matchAll(/<[^<]*?>|<[^>]*$/g)) {
    const [, closing, name = "", attributes = ""] = TAG.exec(written) ?? [];
    assert(name !== "" && ELEMENTS.has(name), `no tag of ours: ${written}`);
    if (closing === "/") continue;
    const found = new Map<string, string>();
    for (const [, key = "", value = ""] of attributes.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)) {
      assert(ATTRIBUTES.test(key), `no attribute of ours: ${written}`);
      if (["href", "src", "action"].includes(key)) assert(URLS.test(value), `leads astray: ${written}`);
      assert(!found.has(key), `twice: ${written}`);
      found.set(key, value);
    }
    tags.push({ name, attributes: found });
  }
  assert.doesNotMatch(body.replace(/<[^<]*?>/g, ""), /[<>]/);
  for (const { name, attributes } of tags) {
    if (name === "script") assert.match(attributes.get("src") ?? "", /^\/assets\/page-[0-9a-f]{12}\.js$/);
    if (name === "img") assert.match(attributes.get("src") ?? "", /^\/(?:api\/v1\/raw|icon)\//);
    if (name === "link") {
      assert.match(attributes.get("href") ?? "", /^(?:\/assets\/|https?:\/\/127\.0\.0\.1)/);
    }
    if (attributes.has("id")) {
      assert(!["__proto__", "body", "constructor"].includes(attributes.get("id") ?? ""));
    }
  }
  assert.equal(tags.filter(({ name }) => name === "script").length, 1);
  return tags;
}

/** The text of a page, entities read. */
export function textOf(html: string): string {
  const entities: Readonly<Record<string, string>> = {
    lt: "<",
    gt: ">",
    quot: '"',
    "#39": "'",
    "#x27": "'",
    amp: "&",
  };
  return html.replace(/<[^>]*>/g, " ").replace(
    /&(lt|gt|quot|#39|#x27|amp);/g,
    (_, name) => entities[name] ?? "",
  );
}
