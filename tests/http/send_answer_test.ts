import assert from "node:assert/strict";
import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import type { NetworkId } from "../../contracts/auth/network_id.ts";
import type { Viewer } from "../../contracts/auth/viewer.ts";
import { createMetrics, createSendAnswer } from "../../src/http/mod.ts";
import { manualClock } from "../support/manual_clock.ts";

const MIB = 1024 * 1024;
const IN_FLIGHT_BYTES = 256 * MIB;
const UNREAD_MS = 60_000;

const nobodyReads = (reason: unknown) => reason === "Cannot send an answer: nobody reads it";

function sender() {
  const clock = manualClock();
  const metrics = createMetrics();
  const send = createSendAnswer({ clock, metrics });
  const held = () => Number(/^skillmount_answers_in_flight_bytes (\d+)$/m.exec(metrics.text())?.[1]);
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      clock.advance(1000);
      await turn();
    }
  };
  return { send, held, pass };
}

function from(client = "a", method = "GET"): { request: Request; asker: Viewer } {
  const asker: Viewer = { kind: "nobody", client: () => client as NetworkId };
  return { request: new Request("http://127.0.0.1/", { method }), asker };
}

Deno.test("sendAnswer() gives every body whole, with its status and headers", async () => {
  const { send, held } = sender();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 300_000 }), fc.boolean(), async (length, isText) => {
      const bytes = new Uint8Array(length).map((_, index) => 97 + index % 26);
      const body = isText ? new TextDecoder().decode(bytes) : bytes;
      const response = send(from(), body, { "x-own": "1" }, 206);
      assert.deepEqual([response.status, response.headers.get("x-own")], [206, "1"]);
      assert.deepEqual(await response.bytes(), bytes);
      assert.equal(held(), 0);
    }),
    { numRuns: 30 },
  );
});

Deno.test("sendAnswer() counts a text in bytes, and says how many they are", async () => {
  const response = sender().send(from(), "é".repeat(100_000), {});
  assert.equal(response.headers.get("content-length"), "200000");
  assert.equal((await response.bytes()).length, 200_000);
});

Deno.test("sendAnswer() answers HEAD without holding anything", async () => {
  const { send, held } = sender();
  const response = send(from("a", "HEAD"), new Uint8Array(MIB), { "content-length": String(MIB) });
  assert.deepEqual([response.headers.get("content-length"), await response.text()], [String(MIB), ""]);
  assert.equal(held(), 0);
});

Deno.test("sendAnswer() breaks off what nobody reads on, and gives its room back", async () => {
  const { send, held, pass } = sender();
  const unread = send(from(), new Uint8Array(MIB), {});
  const begun = send(from(), new Uint8Array(MIB), {});
  const reader = begun.body?.getReader();
  await reader?.read();
  assert.equal(held(), 2 * MIB);
  await pass(UNREAD_MS + 2000);
  assert.equal(held(), 0);
  await assert.rejects(async () => await reader?.read(), nobodyReads);
  await assert.rejects(async () => await unread.bytes(), nobodyReads);
});

Deno.test("sendAnswer() waits for a client that reads, and for a source that is slow", async () => {
  const { send, held, pass } = sender();
  const slow = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const response = send(from(), { stream: slow.readable, heldBytes: MIB }, {});
  const reader = response.body?.getReader();
  const writer = slow.writable.getWriter();
  for (let round = 0; round < 3; round++) {
    const read = reader?.read();
    await pass(2 * UNREAD_MS);
    void writer.write(new Uint8Array([round]));
    assert.deepEqual((await read)?.value, new Uint8Array([round]));
    await pass(UNREAD_MS / 2);
  }
  void writer.close();
  assert.equal((await reader?.read())?.done, true);
  assert.equal(held(), 0);
});

Deno.test("sendAnswer() gives the room of an answer back when its client goes away or its source fails", async () => {
  const { send, held } = sender();
  await send(from(), new Uint8Array(MIB), {}).body?.cancel();
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new Error("gone")),
  }, { highWaterMark: 0 });
  await assert.rejects(() => send(from(), { stream: broken, heldBytes: MIB }, {}).bytes(), /gone/);
  assert.equal(held(), 0);
});

Deno.test("sendAnswer() gives the room of an answer back once when its client goes away while the source is read", async () => {
  const { send, held } = sender();
  const never = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: () => new Promise(() => {}) });
  const reader = send(from(), { stream: never, heldBytes: MIB }, {}).body?.getReader();
  assert(reader !== undefined);
  const waiting = reader.read();
  await turn();
  assert.equal(held(), MIB);
  await reader.cancel();
  assert.equal((await waiting).done, true);
  await turn();
  assert.equal(held(), 0);
});

Deno.test("sendAnswer() refuses what there is no room for, and who holds much before who holds nothing", async () => {
  const { send, held } = sender();
  const answers: Response[] = [];
  const bytes = new Uint8Array(4 * MIB);
  const statuses = (client: string, count: number) =>
    Array.from({ length: count }, () => {
      const response = send(from(client), bytes, {});
      answers.push(response);
      return response.status;
    });
  const most = IN_FLIGHT_BYTES / (4 * MIB);
  const greedy = statuses("greedy", most);
  assert.equal(greedy.filter((status) => status === 200).length, most / 2);
  assert.deepEqual(statuses("another", 4), [200, 200, 200, 200]);
  for (let client = 0; client < 100; client++) statuses(`client ${client}`, 10);
  assert(held() <= IN_FLIGHT_BYTES);

  const refused = send(from("late"), bytes, {});
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "10");
  const { error } = await refused.json();
  assert.equal(error.code, "server.busy");
  assert.equal(send(from("late"), "small", {}).status, 200);

  for (const { body } of answers) await body?.cancel();
  assert.equal(held(), 0);
});

Deno.test("sendAnswer() closes the connection of a client that reads nothing", async () => {
  const { send, held, pass } = sender();
  const bytes = new Uint8Array(32 * MIB);
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => send({ request, asker: { kind: "nobody" } }, bytes, {}),
  );
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  await connection.write(new TextEncoder().encode("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  while (held() === 0) await delay(5);
  // The system takes some megabytes of it; then nothing moves.
  while (held() > 0) {
    await delay(5);
    await pass(UNREAD_MS);
  }
  let received = 0;
  const chunk = new Uint8Array(MIB);
  for (let count = await connection.read(chunk); count !== null; count = await connection.read(chunk)) {
    received += count;
  }
  assert(received < bytes.length, `${received} bytes`);
});
