import assert from "node:assert/strict";
import fc from "fast-check";
import { requestedRange } from "../../src/http/mod.ts";

const ETAG = '"abc"';
const SIZE = 10;

function range(header: string, more: Record<string, string> = {}, method = "GET") {
  const request = new Request("http://127.0.0.1/", { method, headers: { range: header, ...more } });
  return requestedRange(request, SIZE, ETAG);
}

Deno.test("requestedRange() gives one range of bytes, cut to what there is", () => {
  const table: readonly (readonly [header: string, start: number, end: number])[] = [
    ["bytes=0-0", 0, 1],
    ["bytes=2-4", 2, 5],
    ["bytes=9-9", 9, 10],
    ["bytes=4-", 4, 10],
    ["bytes=4-99", 4, 10],
    ["bytes=-3", 7, 10],
    ["bytes=-99", 0, 10],
    ["BYTES=0-1", 0, 2],
  ];
  for (const [header, start, end] of table) assert.deepEqual(range(header), { start, end }, header);
});

Deno.test("requestedRange() tells what lies behind the end", () => {
  for (const header of ["bytes=10-", "bytes=10-12", "bytes=99-", "bytes=-0"]) {
    assert.equal(range(header), "unsatisfiable", header);
  }
});

Deno.test("requestedRange() gives everything for several ranges and for what nobody understands", () => {
  const headers = [
    "bytes=0-1,4-5",
    "bytes=5-4",
    "bytes=-",
    "bytes=",
    "bytes",
    "lines=0-1",
    "bytes=a-b",
    "bytes=0x1-2",
    "bytes=1.5-2",
    "bytes=+1-2",
    `bytes=0-${"9".repeat(400)}`,
    "bytes = 0-1",
  ];
  for (const header of headers) assert.equal(range(header), null, header);
});

Deno.test("requestedRange() never puts together parts of two answers", () => {
  assert.deepEqual(range("bytes=0-1", { "if-range": ETAG }), { start: 0, end: 2 });
  for (const given of ['"other"', `W/${ETAG}`, "Wed, 21 Oct 2015 07:28:00 GMT", ""]) {
    assert.equal(range("bytes=0-1", { "if-range": given }), null, given);
  }
});

Deno.test("requestedRange() is about GET alone", () => {
  assert.equal(range("bytes=0-1", {}, "HEAD"), null);
});

Deno.test("requestedRange() stays inside the file, whatever is asked for", () => {
  const number = fc.oneof(fc.nat().map(String), fc.constant(""), fc.constant("999999999999999"));
  fc.assert(fc.property(number, number, (first, last) => {
    const found = range(`bytes=${first}-${last}`);
    if (found === null || found === "unsatisfiable") return;
    assert(0 <= found.start && found.start < found.end && found.end <= SIZE);
  }));
});
