import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { TOOL_INPUTS } from "../../contracts/mcp.ts";
import { queryReader } from "../../src/http/mod.ts";

const browse = queryReader(TOOL_INPUTS.browse_repo);
const read = (query: string) => browse(new Request(`http://127.0.0.1/api/v1/browse/gh/acme/library${query}`));

Deno.test("queryReader() reads texts and whole numbers, decoded once", () => {
  const table: readonly (readonly [query: string, value: unknown])[] = [
    ["", {}],
    ["?", {}],
    ["?&", {}],
    ["?path=a%2Fb+c&limit=7", { path: "a/b c", limit: 7 }],
    ["?path=100", { path: "100" }],
    ["?path=setup%2520guide.md", { path: "setup%20guide.md" }],
    ["?path=a%26b%3Dc%3Bd%2Be.md", { path: "a&b=c;d+e.md" }],
    ["?path=a=b", { path: "a=b" }],
    ["?path=caf%C3%A9.md", { path: "café.md" }],
    ["?p%61th=a", { path: "a" }],
    ["?path=", { path: "" }],
  ];
  for (const [query, value] of table) assert.deepEqual(read(query), { ok: true, value }, query);
});

Deno.test("queryReader() refuses anything else and says what is wrong", () => {
  const known = "the parameters are path, cursor, limit";
  const table: readonly (readonly [query: string, reason: string])[] = [
    ["?pth=a", `there is no parameter "pth": ${known}`],
    ["?a&b=&a=2", `there is no parameter "a", "b": ${known}`],
    ["?__proto__=1", `there is no parameter "__proto__": ${known}`],
    ["?%0d%0ax=1", `there is no parameter "\\r\\nx": ${known}`],
    ["?a&b&c&d&e&f&g", `there is no parameter "a", "b", "c", "d", "e" and 2 more: ${known}`],
    ["?path=a&path=a", 'given more than once: "path"'],
    ["?path=a&p%61th=b&limit=1&limit=2", 'given more than once: "path", "limit"'],
    ["?path=%E9", "the query holds an escape that cannot be decoded"],
    ["?%zz", "the query holds an escape that cannot be decoded"],
    ["?limit=0", "limit must be a whole number from 1 to 200"],
    ["?limit=7.0", "limit must be a whole number from 1 to 200"],
    ["?limit=%207", "limit must be a whole number from 1 to 200"],
    ["?limit=1e2", "limit must be a whole number from 1 to 200"],
    ["?limit=", "limit must be a whole number from 1 to 200"],
    ["?cursor=", "cursor must be text of 1 to 512 characters"],
  ];
  for (const [query, reason] of table) {
    assert.deepEqual(read(query), { ok: false, error: { code: "request.invalid", reason } }, query);
  }
  const none = queryReader(z.strictObject({}))(new Request("http://127.0.0.1/x?a=1"));
  assert.deepEqual(none.ok ? null : none.error.reason, 'there is no parameter "a": there are none here');
});

Deno.test("queryReader() reads back what URLSearchParams writes, and throws on nothing", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (path) => {
    assert.deepEqual(read(`?${new URLSearchParams({ path })}`), { ok: true, value: { path } });
  }));
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (query) => void read(`?${query}`)));
});
