import { deepEqual, equal } from "node:assert/strict";
import { factsOf, markdownOf } from "../_facts.ts";

function markdown(text: string) {
  return markdownOf(factsOf("docs/page.md", text));
}

Deno.test("a document's title is its front matter's, else its first level-one heading", () => {
  equal(markdown("---\ntitle: From above\n---\n# Below\n").title, "From above");
  equal(markdown("## Two\n\n# One *is* `it` [here](x.md)\n").title, "One is it here");
  equal(markdown("Title\n=====\n").title, "Title");
  equal(markdown("\uFEFF# Marked\n").title, "Marked");
  equal(markdown("> # Quoted\n\n- # Listed\n").title, null);
  equal(markdown("---\ntitle: [a]\n---\n# Below\n").title, "Below");
  equal(markdown(`# ${"漢".repeat(300)}`).title, `${"漢".repeat(199)}…`);
});

Deno.test("a document's summary is its first words, not its decoration", async (t) => {
  const table: [string, string, string | null][] = [
    ["front matter wins", "---\ndescription: |\n  one\n  two\n---\nThree\n", "one two"],
    ["below the title", "Before\n\n# T\n\nAfter\n", "After"],
    ["above the title when nothing is below", "Before\n\n# T\n", "Before"],
    ["without a title", "## S\n\nText\n", "Text"],
    [
      "links are text",
      "# T\n\nSee [the guide](x.md) and <https://a.example>\n",
      "See the guide and https://a.example",
    ],
    ["lines are joined", "one\ntwo  \nthree\n", "one two three"],
    ["badges", "# T\n\n[![b](b.svg)](https://x.example)\n![c](c.svg)\n\nText\n", "Text"],
    ["images inside", "# T\n\n![alt](a.png) Text\n", "Text"],
    ["lists", "# T\n\n- item\n\nText\n", "Text"],
    ["quotes", "# T\n\n> quote\n\nText\n", "Text"],
    ["tables", "# T\n\n| a |\n|---|\n| b |\n\nText\n", "Text"],
    ["HTML blocks", '# T\n\n<p align="center">\nx\n</p>\n\nText\n', "Text"],
    ["comments", "# T\n\n<!-- note -->\n\nText <b>bold</b>\n", "Text bold"],
    ["code", "# T\n\n```\ncode\n```\n\n    indented\n\nText `x`\n", "Text x"],
    ["nothing", "# T\n\n- item\n", null],
  ];
  for (const [kind, text, summary] of table) {
    await t.step(kind, () => equal(markdown(text).summary, summary));
  }
  equal([...markdown("word ".repeat(100)).summary ?? ""].length <= 200, true);
});

Deno.test("nothing taken from a text spans lines or hides characters (case: forged header)", () => {
  const { title, summary, headings } = markdown(
    "# A\\*&#10;License: MIT\u202e\n\nB\u2028Described only: x\n",
  );
  equal(title, "A* License: MIT");
  equal(summary, "B Described only: x");
  deepEqual(headings, ["A* License: MIT"]);
});

Deno.test("headings of every level are listed, up to 200", () => {
  deepEqual(markdown("# A\n\n### B `c`\n\n- # D\n\n```\n# no\n```\n").headings, ["A", "B c", "D"]);
  equal(markdown("# x\n".repeat(300)).headings.length, 200);
});

Deno.test("links are local destinations as written, pictures too, each with its line", () => {
  const text = [
    "[a](a.md) [again](a.md#part) ![image](image.md) `[code](code.md)`",
    '[b](../b.md "title") [c](</docs/c d.md>) [d](d%20e.md) [e](e.MD)',
    "[ref][r] [r] [collapsed][] [none][missing] [![badge](x.svg)](badge.md)",
    "[w](https://x.example/a.md) [m](mailto:a.md) [p](//x.example/a.md) [q](q.md?x) [f](#a.md) [t](t.txt)",
    '<a href="html.md">html</a> <https://x.example/auto.md>',
    "",
    "[r]: refs/r.md#top",
    "[collapsed]: collapsed.md",
    "[unused]: unused.md",
    "",
    "| [cell](cell.md) |",
    "|---|",
    "",
    "    [indented](indented.md)",
    "> - [deep](deep.md)",
  ].join("\n");
  deepEqual(markdown(text).links, [
    { to: "a.md", line: 1 },
    { to: "image.md", line: 1 },
    { to: "../b.md", line: 2 },
    { to: "/docs/c d.md", line: 2 },
    { to: "d%20e.md", line: 2 },
    { to: "e.MD", line: 2 },
    { to: "refs/r.md", line: 3 },
    { to: "collapsed.md", line: 3 },
    { to: "badge.md", line: 3 },
    { to: "x.svg", line: 3 },
    { to: "q.md?x", line: 4 },
    { to: "t.txt", line: 4 },
    { to: "cell.md", line: 11 },
    { to: "deep.md", line: 15 },
  ]);
});

Deno.test("links in front matter are not links of the body", () => {
  deepEqual(markdown("---\nsee: '[a](a.md)'\n---\n[b](b.md)\n").links, [
    { to: "b.md", line: 4 },
  ]);
});

Deno.test("markdownFacts() looks at a bounded number of lines, because short ones cost a parser most", () => {
  for (const line of ["- a", "|a|b|", "# [a](<b", "a\n===", "[x](y"]) {
    const over = markdown(`[first](first.md)\n\n${`${line}\n`.repeat(20_000)}\n[last](last.md)\n`);
    deepEqual([over.links.map(({ to }) => to), over.linksCut], [["first.md"], true], line);
  }
  const within = markdown(`${"a\n".repeat(9_998)}\n[last](last.md)\n`);
  deepEqual([within.links, within.linksCut], [[{ to: "last.md", line: 10_000 }], false]);
  const wordsAlone = markdown(`[first](first.md)\n\n${"a\n".repeat(20_000)}`);
  equal(wordsAlone.linksCut, false);
});

Deno.test("links are counted up to 2,000 and text is read up to a bound", () => {
  const links = (count: number) => Array.from({ length: count }, (_, index) => `[x](${index}.md)\n`).join("");
  for (const [count, cut] of [[2000, false], [2001, true]] as const) {
    const facts = markdown(links(count));
    deepEqual([facts.links.length, facts.linksCut], [2000, cut]);
  }
  equal(markdown(`${"word ".repeat(6000)}[x](x.md)`).linksCut, false);
  equal(markdown(`[${"word ".repeat(8000)}](x.md)`).linksCut, true);
});

Deno.test("a body of whitespace alone is blank", () => {
  equal(markdown("---\na: b\n---\n \n\t\n").blank, true);
  equal(markdown("---\na: b\n---\nx").blank, false);
  equal(markdown("").blank, true);
});
