import assert from "node:assert/strict";
import fc from "fast-check";
import { highlight, type MarkdownPlace, renderMarkdown, visibleText } from "../../src/render/mod.ts";

const PLACE: MarkdownPlace = {
  file: "skills/a/SKILL.md",
  pageOf: (path) => path.startsWith("served/") || path.startsWith("skills/a/") ? `/page?path=${path}` : null,
  pictureOf: (path) => path.endsWith(".png") ? `/raw?path=${path}` : null,
  headingLevel: 2,
};

function html(text: string, place: Partial<MarkdownPlace> = {}): string {
  return renderMarkdown(text, { ...PLACE, ...place }).html.trim();
}

Deno.test("renderMarkdown() lays out what documents are made of", () => {
  assert.equal(html("a *b* **c** `d`"), "<p>a <em>b</em> <strong>c</strong> <code>d</code></p>");
  assert.equal(html("\uFEFF# One"), '<h2 id="md-one">One</h2>');
  assert.equal(html("- a\n- b"), "<ul>\n<li>a</li>\n<li>b</li>\n</ul>");
  assert.equal(html("    x < y"), "<pre><code>x &lt; y\n</code></pre>");
  assert.match(
    html("|a|\n|--:|\n|1|"),
    /^<div class="table" [^>]*><table>[^]*<td class="align-right">1<\/td>/,
  );
});

Deno.test("renderMarkdown() makes no header of a cell without words", () => {
  const table = html("| |a|\n|---|---|\n|b| |").replaceAll("\n", "");
  assert.match(table, /<tr><td><\/td><th>a<\/th><\/tr>/);
  assert.match(table, /<tr><td>b<\/td><td><\/td><\/tr>/);
});

Deno.test("renderMarkdown() keeps headings in order, below those of the page, and apart", () => {
  assert.deepEqual(html("#### a\n# b\n###### c\n## c").match(/<h\d id="[^"]*"/g), [
    '<h2 id="md-a"',
    '<h2 id="md-b"',
    '<h3 id="md-c"',
    '<h3 id="md-c-1"',
  ]);
  assert.equal(html("# a", { part: 3 }), '<h2 id="md3-a">a</h2>');
  assert.equal(html("# `Code` and [link](x.md)"), html("# `Code` and [link](x.md)"));
  assert.match(html("# `Code` and *more*"), /id="md-code-and-more"/);
  assert.match(html("[x](#Two%20words)"), /href="#md-two-words"/);
});

Deno.test("renderMarkdown() follows nothing that a browser could run, and resolves the rest", () => {
  const table: Readonly<Record<string, string | null>> = {
    "https://ok.example/a": "https://ok.example/a",
    "http://ok.example/a?b=c&d": "http://ok.example/a?b=c&amp;d",
    "mailto:a@ok.example": "mailto:a@ok.example",
    "//ok.example/a": "https://ok.example/a",
    "more.md": "/page?path=skills/a/more.md",
    "./more.md#Its%20part": "/page?path=skills/a/more.md#md-its-part",
    "./more.md#": "/page?path=skills/a/more.md",
    "../../served/x.md": "/page?path=served/x.md",
    "/served/x%20y.md": "/page?path=served/x y.md",
    "../../../served/x.md": null,
    "../b/closed.md": null,
    "/etc/passwd": null,
    "javascript:alert(1)": null,
    "JAVASCRIPT:alert(1)": null,
    "java&#10;script:alert(1)": null,
    "data:text/html,x": null,
    "vbscript:x": null,
    "file:///etc/passwd": null,
    "blob:https://ok.example/x": null,
    "%ff.md": null,
    "a%00b.md": null,
    "..%5cx.md": null,
    "\\\\evil.example": null,
    "/\\evil.example": null,
  };
  for (const [destination, href] of Object.entries(table)) {
    const found = /<a href="([^"]*)"/.exec(html(`[x](<${destination}>)`))?.[1] ?? null;
    assert.equal(found, href, destination);
  }
  assert.match(html("[x](https://ok.example/)"), / rel="nofollow noopener noreferrer"/);
});

Deno.test("renderMarkdown() loads pictures of the repository, and links to those of others", () => {
  assert.equal(
    html("![Logo](art/logo.png)"),
    '<p><img src="/raw?path=skills/a/art/logo.png" alt="Logo" loading="lazy"></p>',
  );
  assert.match(
    html("![Badge](https://ok.example/b.svg)"),
    /^<p><a class="picture" href="https:[^>]*>Badge<\/a><\/p>$/,
  );
  assert.equal(html("![x](data:image/png;base64,AA)"), '<p><span class="picture">x</span></p>');
  assert.equal(html("[![b](https://ok.example/b.svg)](more.md)").match(/<a /g)?.length, 1);
});

Deno.test("renderMarkdown() shows HTML as the text that a model reads", () => {
  const shown = html('<script>alert(1)</script>\n\n<!-- hidden -->\n\na <b onclick="x">b</b>');
  assert.equal(
    shown,
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>&lt;!-- hidden --&gt;</p>\n" +
      "<p>a &lt;b onclick=&quot;x&quot;&gt;b&lt;/b&gt;</p>",
  );
});

Deno.test("renderMarkdown() shows what is too large as it is written", () => {
  for (
    const text of [
      "x".repeat(200_000),
      "a\n".repeat(20_000),
      `${"|a".repeat(300)}\n${"|-".repeat(300)}\n${`${"|".repeat(300)}\n`.repeat(120)}`,
    ]
  ) {
    const { html, plain } = renderMarkdown(text, PLACE);
    assert.equal(plain, true);
    assert.match(html, /^<pre class="plain">/);
  }
});

Deno.test("renderMarkdown() never lets text become a tag", () => {
  const pieces = fc.constantFrom(
    "<",
    ">",
    '"',
    "'",
    "&",
    "[",
    "]",
    "(",
    ")",
    "![",
    "`",
    "```",
    "\n",
    "\n\n",
    "# ",
    "- ",
    "> ",
    "|",
    "|-|",
    "*",
    "_",
    "javascript:",
    "<script>",
    "</pre>",
    "onerror=",
    "&quot;",
    "&#x3c;",
    "\\",
    "a",
    " ",
    "\u202E",
    "<http://x/",
    "https://x",
  );
  fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
    const out = html(parts.join(""));
    const tags = out.match(/<[^>]*>?/g) ?? [];
    for (const tag of tags) {
      assert.match(
        tag,
        /^<\/?(?:p|em|strong|code|pre|ul|ol|li|blockquote|h[2-6]|hr|br|a|span|small|div|table|thead|tbody|tr|th|td|img)(?: [a-z-]+="[^"<>]*")*\/?>$/,
      );
      assert.doesNotMatch(tag, / (?:on[a-z]*|style)=|="javascript:/i);
    }
    assert.doesNotMatch(out, /\u202E/);
  }));
});

Deno.test("highlight() colours what it knows and escapes what it does not", () => {
  assert.equal(highlight("# <b>", "sh"), '<span class="hljs-comment"># &lt;b&gt;</span>');
  assert.equal(highlight("<b>", "no-such-language"), "&lt;b&gt;");
  assert.equal(highlight("<b>", "__proto__"), "&lt;b&gt;");
  assert.doesNotMatch(highlight(`x = "${"a".repeat(70_000)}"`, "py"), /<span/);
  assert.match(highlight("a\u202Eb", "py"), /U\+202E/);
});

Deno.test("visibleText() names hidden characters, counts many, and leaves what is seen alone", () => {
  assert.equal(visibleText("a\tb\nc"), "a\tb\nc");
  assert.equal(visibleText("👩‍🚀 ❤️"), "👩‍🚀 ❤️");
  assert.equal(visibleText("a\u200Bb"), 'a<span class="hidden-character">U+200B</span>b');
  assert.match(visibleText("\u{E0041}".repeat(9)), />9 hidden characters</);
});
