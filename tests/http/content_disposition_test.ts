import assert from "node:assert/strict";
import fc from "fast-check";
import { contentDisposition } from "../../src/http/mod.ts";

Deno.test("contentDisposition() names a file, with a second form where the first cannot hold its name", () => {
  const table: readonly (readonly [name: string, header: string])[] = [
    ["voice.md", 'inline; filename="voice.md"'],
    ["setup guide.md", 'inline; filename="setup guide.md"'],
    ["setup%20guide.md", "inline; filename=\"setup_20guide.md\"; filename*=UTF-8''setup%2520guide.md"],
    ["café.md", "inline; filename=\"caf_.md\"; filename*=UTF-8''caf%C3%A9.md"],
    ["🜁.md", "inline; filename=\"_.md\"; filename*=UTF-8''%F0%9F%9C%81.md"],
    ["it's (1)*.md", "inline; filename=\"it_s _1__.md\"; filename*=UTF-8''it%27s%20%281%29%2A.md"],
  ];
  for (const [name, header] of table) assert.equal(contentDisposition("inline", name), header);
  assert.equal(contentDisposition("attachment", "a"), 'attachment; filename="a"');
});

Deno.test("contentDisposition() is one safe header for any name", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.constantFrom(
      '"',
      "\\",
      "a\r\nset-cookie: x=1",
      'a"; filename="b.exe',
      "\ud800",
      "../../x",
      "\0",
      "; x=",
    ),
  );
  fc.assert(fc.property(name, (name) => {
    const header = contentDisposition("attachment", name);
    assert.match(header, /^attachment; filename="[\w. -]*"(?:; filename\*=UTF-8''[\w%!~.-]*)?$/);
    new Headers({ "content-disposition": header });
  }));
});
