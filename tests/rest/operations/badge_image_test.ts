import assert from "node:assert/strict";
import fc from "fast-check";
import { badgeImage } from "../../../src/rest/operations/_badge_image.ts";

Deno.test("badgeImage() draws a label and words", () => {
  assert.equal(
    badgeImage("skills", ["42", "MIT", "verified"]),
    '<svg xmlns="http://www.w3.org/2000/svg" width="191" height="20" role="img" aria-label="skills: 42 · MIT · verified">' +
      "<title>skills: 42 · MIT · verified</title>" +
      '<rect width="191" height="20" rx="3" fill="#1f2a37"/>' +
      '<path fill="#0f766e" d="M53 0h135a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-135z"/>' +
      '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">' +
      '<text x="7" y="14" textLength="39">skills</text>' +
      '<text x="60" y="14" textLength="124">42 · MIT · verified</text></g></svg>\n',
  );
});

Deno.test("badgeImage() holds no markup of a repository's words, and stays small", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.constantFrom("<script>alert(1)</script>", '" onload="alert(1)', "]]>", "&amp;", "\0\u202e", "\ud800"),
  );
  const frame = badgeImage("skills", ["x"]).match(/<[^>]*?[ >]/g)?.length;
  fc.assert(fc.property(fc.array(word, { maxLength: 3 }), (words) => {
    const image = badgeImage("skills", words);
    assert.equal(image.match(/</g)?.length, frame ?? 0, image);
    assert(!/&(?!(?:amp|lt|gt|quot);)/.test(image), image);
    assert(!image.includes("\0"));
    assert(image.length < 3000);
  }));
});
