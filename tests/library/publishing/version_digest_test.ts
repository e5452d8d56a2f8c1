import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { versionDigest } from "../../../src/library/publishing/version_digest.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const trees = fc.uniqueArray(
  fc.record({ path: fc.string({ unit: "grapheme", minLength: 1 }), sha256: fc.string().map(sha256) }),
  { selector: ({ path }) => path },
);

Deno.test("versionDigest() is the SHA-256 of a line a file, in the byte order of paths", () => {
  // U+FF5E comes after U+1F600 as UTF-16 has it, and before it as bytes are.
  const files = [
    { path: "\u{1F600}.md", sha256: sha256("3") },
    { path: "SKILL.md", sha256: sha256("1") },
    { path: "\uFF5E.md", sha256: sha256("2") },
  ];
  const lines = `SKILL.md\0${sha256("1")}\n\uFF5E.md\0${sha256("2")}\n\u{1F600}.md\0${sha256("3")}\n`;
  assert.equal(versionDigest(files), sha256(lines));
  assert.equal(versionDigest([]), sha256(""));
});

Deno.test("versionDigest() does not depend on the order of files, and changes with any of them", () => {
  fc.assert(fc.property(trees, fc.nat(), (files, seed) => {
    const digest = versionDigest(files);
    assert.equal(versionDigest(files.toReversed()), digest);
    const rotated = [...files.slice(seed % (files.length + 1)), ...files.slice(0, seed % (files.length + 1))];
    assert.equal(versionDigest(rotated), digest);
    const expected = files
      .map(({ path, sha256 }) => ({ bytes: Buffer.from(path), line: `${path}\0${sha256}\n` }))
      .sort((one, other) => Buffer.compare(one.bytes, other.bytes));
    assert.equal(digest, sha256(expected.map(({ line }) => line).join("")));
    const [first] = files;
    if (first === undefined) return;
    const changed = { ...first, sha256: sha256(`${first.sha256}!`) };
    assert.notEqual(versionDigest([changed, ...files.slice(1)]), digest);
    assert.notEqual(versionDigest(files.slice(1)), digest);
  }));
});
