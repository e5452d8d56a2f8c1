import assert from "node:assert/strict";
import { createBodyReader, failureResponse } from "../../src/http/mod.ts";
import { manualClock } from "../support/manual_clock.ts";

const readBody = createBodyReader(manualClock());

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

/** A body of which nothing more comes after its first byte. */
function stalled(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([0x20])) });
}

Deno.test("readBody() gives up a body that does not arrive within half a minute, declared or not", async () => {
  for (const headers of [{}, { "content-length": "100" }]) {
    const clock = manualClock();
    const reading = createBodyReader(clock)(request(stalled(), headers), 100);
    const look = async () => {
      clock.advance(1000);
      return await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 0, "pending"))]);
    };
    for (let seconds = 1; seconds < 30; seconds++) assert.equal(await look(), "pending");
    await look();
    assert.deepEqual(await reading, {
      ok: false,
      error: { code: "request.timeout", reason: "the body did not arrive within 30 seconds" },
    });
  }
});

Deno.test("readBody() looks at bodies that start later as well, each by its own time", async () => {
  const clock = manualClock();
  const read = createBodyReader(clock);
  const ended: string[] = [];
  const start = (name: string) =>
    void read(request(stalled()), 100).then((result) => ended.push(`${name} ${result.ok}`));
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  start("first");
  await pass(20);
  start("second");
  await pass(10);
  assert.deepEqual(ended, ["first false"]);
  await pass(20);
  assert.deepEqual(ended, ["first false", "second false"]);
  start("third");
  await pass(30);
  assert.deepEqual(ended.at(-1), "third false");
});

Deno.test("a client that sends its body too slowly is answered before it has sent it", async () => {
  const clock = manualClock();
  const read = createBodyReader(clock);
  const began = Promise.withResolvers<void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const reading = read(request, 1000);
    began.resolve();
    const body = await reading;
    return body.ok ? new Response(body.value) : failureResponse(body.error);
  });
  {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
    await connection.write(
      new TextEncoder().encode("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"),
    );
    await began.promise;
    for (let second = 0; second < 30; second++) {
      clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const buffer = new Uint8Array(1000);
    const length = await connection.read(buffer);
    assert.match(new TextDecoder().decode(buffer.subarray(0, length ?? 0)), /^HTTP\/1\.1 408 /);
  }
  await server.shutdown();
});
