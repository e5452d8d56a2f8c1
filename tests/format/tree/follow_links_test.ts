import assert from "node:assert/strict";
import { manifest, readFiles, skill } from "../_repository.ts";

Deno.test("readRepository() serves Markdown that served content links to, and what that links to", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("", "See [style](rules/style.md).\n"),
    "README.md": "Start at [the guide][g].\n\n[g]: guides/start.md#top\n",
    "guides/start.md": "# Start\n\n[next](./next.md)",
    "guides/next.md": "# Next",
    "guides/sibling.md": "# Sibling",
    "rules/style.md": "# Style",
    "skills/a/SKILL.md": skill(
      "a",
      "[root](/shared/root.md) [up](../../shared/up.md) [r](references/r.md)\n",
    ),
    "skills/a/references/r.md": "# R",
    "shared/root.md": "# Root",
    "shared/up.md": "# Up",
    "docs/d.md": "[script](../tools/run.sh) [data](../tools/data.json) [dir](../guides)",
    "tools/run.sh": "",
    "tools/data.json": "{}",
  });
  assert.deepEqual(read.served.filter((line) => line.startsWith("linked")), [
    "linked guides/next.md",
    "linked guides/start.md",
    "linked rules/style.md",
    "linked shared/root.md",
    "linked shared/up.md",
  ]);
  assert.deepEqual(read.skill("skills/a/SKILL.md").references, [
    "rules/style.md",
    "shared/root.md",
    "shared/up.md",
    "skills/a/references/r.md",
  ]);
  assert.equal(read.catalog.counts.documents, 1);
  assert.ok(!read.searchable.some(({ path }) => path.startsWith("guides")));
  assert.equal(read.file("guides/next.md")?.title, "Next");
});

Deno.test("readRepository() follows links eight edges beyond served content and says when it stops", () => {
  const chain = (length: number) => {
    const files: Record<string, string> = { "docs/start.md": "[1](../n/1.md)" };
    for (let edge = 1; edge <= length; edge++) files[`n/${edge}.md`] = `[next](${edge + 1}.md)`;
    files[`n/${length}.md`] = "# End";
    return readFiles(files);
  };
  const whole = chain(8);
  assert.equal(whole.catalog.files.length, 9);
  assert.deepEqual(whole.catalog.partial, []);
  const cut = chain(10);
  assert.equal(cut.catalog.files.length, 9);
  // What is not read is told; nothing else is missing, so that the rest is whole.
  assert.deepEqual(cut.catalog.partial, []);
  assert.ok(cut.problems.includes("link_limit n/8.md"));
});

Deno.test("readRepository() ends on links that go round in circles", () => {
  const read = readFiles({
    "docs/a.md": "[self](a.md) [b](../x/b.md)",
    "x/b.md": "[c](c.md)",
    "x/c.md": "[b](b.md) [a](../docs/a.md)",
  });
  assert.deepEqual(read.served, ["document docs/a.md", "linked x/b.md", "linked x/c.md"]);
  assert.deepEqual(read.catalog.partial, []);
});

Deno.test("readRepository() says what it cost that a file has more links than are followed", () => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, index) => `[l](../n/${index}.md)`).join("\n\n");
  const files = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`n/${index}.md`, "# N"]));
  const whole = readFiles({ ...files, "docs/a.md": links(2000) });
  assert.equal(whole.catalog.files.length, 2001);
  assert.deepEqual(whole.catalog.diagnostics, []);
  const cut = readFiles({ ...files, "docs/a.md": links(2001) });
  assert.equal(cut.catalog.files.length, 2001);
  assert.deepEqual(cut.catalog.partial, []);
  assert.deepEqual(cut.catalog.diagnostics, [{
    path: "docs/a.md",
    code: "link_limit",
    severity: "warning",
    message:
      "Links beyond the first 2000, 524288 characters or 10000 lines of this file are not followed: pages that only " +
      "they lead to cannot be read, and nothing else is missing",
  }]);
});

Deno.test("readRepository() decodes a destination once and never leaves the repository (kinds: traversal, file names)", () => {
  const read = readFiles({
    "skills/a/SKILL.md": skill(
      "a",
      [
        "[1](../../x/setup%20guide.md) [2](../../x/setup%2520guide.md) [3](../../x/caf%C3%A9.md)",
        "[4](../../x/a%23b.md#part) [5](../../x/q%3F.md) [6](%2e%2e/%2e%2e/x/dots.md)",
        "[7](../../../../etc/passwd.md) [8](%252e%252e/%252e%252e/x/twice.md) [9](..%5C..%5Cx.md)",
        "[10](..%2F..%2Fx/slash.md) [11](%FF.md) [12](https://example.com/x/web.md) [13](//x/host.md)",
      ].join("\n"),
    ),
    "x/setup guide.md": "1",
    "x/setup%20guide.md": "2",
    "x/café.md": "3",
    "x/a#b.md": "4",
    "x/q?.md": "5",
    "x/dots.md": "6",
    "x/twice.md": "8",
    "x/slash.md": "10",
    "x/web.md": "12",
    "x/host.md": "13",
  });
  const expected = [
    "x/setup guide.md",
    "x/setup%20guide.md",
    "x/café.md",
    "x/a#b.md",
    "x/q?.md",
    "x/dots.md",
  ];
  assert.deepEqual(read.skill("skills/a/SKILL.md").references, expected);
  assert.deepEqual(
    read.catalog.files.filter(({ kind }) => kind === "linked").map(({ path }) => path),
    expected.toSorted(),
  );
});

Deno.test("readRepository() says what was tried for a link that finds nothing (kind: links out of the skill)", () => {
  const read = readFiles({
    "references/y.md": "# Y",
    "tools/t.md": "# T",
    "skills/a/SKILL.md": skill("a", "[y](references/y.md) [t](../../tools/t.md) [out](../../../o.md)\n"),
    "docs/d.md": "[gone](gone.md)",
  });
  const skillWarnings = read.skill("skills/a/SKILL.md").warnings;
  assert.deepEqual(skillWarnings.map(({ code }) => code), ["link_missing", "link_missing"]);
  assert.equal(
    skillWarnings[0]?.message,
    'A link leads to "skills/a/references/y.md", where there is no file',
  );
  assert.equal(skillWarnings[1]?.message, "A link cannot be decoded or leads out of the repository");
  assert.deepEqual(read.problems, [
    "link_missing docs/d.md",
    "link_missing skills/a/SKILL.md",
    "link_missing skills/a/SKILL.md",
  ]);
  assert.deepEqual(read.skill("skills/a/SKILL.md").references, ["tools/t.md"]);
});

Deno.test("readRepository() follows no link through a symbolic link or out of a skipped SKILL.md", () => {
  const read = readFiles({
    "docs/a.md": "[t](../link/t.md) [s](../link.md)",
    "link": { mode: "symlink" },
    "link.md": { mode: "symlink" },
    "bad/SKILL.md": "No front matter, but [a link](x.md).",
    "bad/x.md": "# X",
  });
  assert.deepEqual(read.served, ["invalid_skill bad/SKILL.md", "document docs/a.md"]);
});

Deno.test("readRepository() serves a hidden file of a skill that is linked to, without its siblings", () => {
  const read = readFiles({
    "a/SKILL.md": skill("a", "[notes](.notes/x.md)\n"),
    "a/.notes/x.md": "# X",
    "a/.notes/y.md": "# Y",
  });
  assert.deepEqual(read.served, ["linked a/.notes/x.md", "skill a/SKILL.md"]);
  assert.deepEqual(read.skill("a/SKILL.md").references, ["a/.notes/x.md"]);
  assert.deepEqual(read.entries("a"), ["skill a/SKILL.md"]);
});
