import assert from "node:assert/strict";
import fc from "fast-check";
import type { FileResult } from "../../contracts/reading.ts";
import { readFile } from "../../src/reading/mod.ts";
import { snapshotOf } from "../support/snapshot_of.ts";
import { LIBRARY } from "./_library.ts";
import { failureOf, found } from "./_outcome.ts";

const root = await snapshotOf(LIBRARY);

Deno.test("readFile() gives the source as written, the skillcdn key included", async () => {
  const path = "marketing/skills/ad-copy/SKILL.md";
  const { text, offset, length, totalLength, nextOffset } = found(await readFile(root, { path }));
  assert.equal(text, LIBRARY[path]);
  assert.deepEqual([offset, length, nextOffset], [0, totalLength, null]);
});

Deno.test("readFile() pages through any text by characters, each once", async () => {
  const units = fc.string({ unit: "binary", maxLength: 60 }).filter((text) => text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(units, fc.integer({ min: 1, max: 9 }), async (text, limit) => {
      const files = { "docs/a.md": `\ufeff${text}🙂` };
      const snapshot = await snapshotOf(files);
      let read = "";
      for (let offset: number | null = 0; offset !== null;) {
        const page: FileResult = found(await readFile(snapshot, { path: "docs/a.md", offset, limit }));
        assert.equal([...page.text].length, page.length);
        assert.equal(page.totalLength, [...files["docs/a.md"]].length);
        read += page.text;
        offset = page.nextOffset;
      }
      assert.equal(read, files["docs/a.md"]);
    }),
    { numRuns: 40 },
  );
});

Deno.test("readFile() answers alike for what is outside the mount, excluded, and what does not exist", async () => {
  const engineering = await snapshotOf(LIBRARY, { address: "/gh/acme/library/engineering" });
  for (const path of ["SKILLCDN.md", "marketing/docs/brand-voice.md", "nothing.md", ""]) {
    assert.deepEqual(failureOf(await readFile(engineering, { path })), {
      code: "file.not_found",
      path,
      hint: "Browse or search for the exact paths of this mount",
    });
  }
  assert.equal(
    failureOf(await readFile(root, { path: "marketing/skills/secret/SKILL.md" })).code,
    "file.not_found",
  );
  assert.equal(
    failureOf(await readFile(root, { path: "marketing" })).hint,
    "The path names a directory: browse it instead",
  );
});

Deno.test("readFile() names the size and source of what it cannot carry (binary)", async () => {
  const path = "marketing/skills/ad-copy/logo.png";
  const source = `https://raw.example/acme/library/${root.citation.commit}/${path}`;
  assert.deepEqual(failureOf(await readFile(root, { path })), {
    code: "file.not_text",
    path,
    size: 6,
    sourceUrl: source,
    hint: "Get the file's bytes from the source URL",
  });
  const large = await snapshotOf({ "docs/big.md": "x".repeat(100) }, {
    limits: { readFileBytes: 99 },
    rawBase: null,
  });
  assert.deepEqual(failureOf(await readFile(large, { path: "docs/big.md" })), {
    code: "file.too_large",
    path: "docs/big.md",
    size: 100,
    hint: "Take the file from the repository itself: its host gives no URL for it",
  });
});

Deno.test("readFile() refuses an offset behind the end, and reads nothing at the end", async () => {
  const path = "docs/style.md";
  const { totalLength } = found(await readFile(root, { path }));
  assert.equal(found(await readFile(root, { path, offset: totalLength })).text, "");
  assert.equal(failureOf(await readFile(root, { path, offset: totalLength + 1 })).code, "request.invalid");
});

Deno.test("readFile() reads an empty file", async () => {
  const snapshot = await snapshotOf({ "docs/empty.md": "" });
  const page = found(await readFile(snapshot, { path: "docs/empty.md" }));
  assert.deepEqual([page.text, page.totalLength, page.nextOffset], ["", 0, null]);
});
