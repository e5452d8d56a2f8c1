import assert from "node:assert/strict";
import { readBody } from "../../src/http/mod.ts";

function request(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers });
}

/** A body of unknown length that counts what was taken from it. */
function endless(): { readonly stream: ReadableStream<Uint8Array>; readonly taken: () => number } {
  let taken = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += 1000;
      controller.enqueue(new Uint8Array(1000).fill(32));
    },
  }, { highWaterMark: 0 });
  return { stream, taken: () => taken };
}

Deno.test("readBody() gives the text up to its limit, to the byte", async () => {
  assert.deepEqual(await readBody(request("é".repeat(5)), 10), { ok: true, value: "é".repeat(5) });
  const over = await readBody(request("é".repeat(5) + "x"), 10);
  assert(!over.ok);
  assert.equal(over.error.code, "request.too_large");
});

Deno.test("readBody() takes a missing body for an empty one", async () => {
  assert.deepEqual(await readBody(request(null), 10), { ok: true, value: "" });
});

Deno.test("readBody() stops reading a body without a declared length once it is over the limit", async () => {
  const { stream, taken } = endless();
  const read = await readBody(request(stream), 5000);
  assert(!read.ok);
  assert.equal(read.error.code, "request.too_large");
  assert(taken() <= 7000);
});

Deno.test("readBody() does not believe a declared length that is too small", async () => {
  const read = await readBody(request("x".repeat(100), { "content-length": "3" }), 10);
  assert(!read.ok);
  assert.equal(read.error.code, "request.too_large");
});

Deno.test("readBody() refuses a declared length over the limit without reading", async () => {
  const { stream, taken } = endless();
  const read = await readBody(request(stream, { "content-length": "5001" }), 5000);
  assert(!read.ok);
  assert.equal(taken(), 0);
});

Deno.test("readBody() refuses what is not UTF-8 and a body that breaks off", async () => {
  const broken = new ReadableStream({
    pull: (controller) => controller.error(new Error("secret detail")),
  });
  for (const body of [new Uint8Array([0x22, 0xff, 0x22]), new Uint8Array([0xe2, 0x82]), broken]) {
    assert.deepEqual(await readBody(request(body), 5000), {
      ok: false,
      error: { code: "request.invalid", reason: "the body broke off or is not UTF-8" },
    });
  }
});
