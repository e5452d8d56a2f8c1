import assert from "node:assert/strict";
import { listen } from "../../src/process/_listen.ts";
import { manualClock } from "../support/manual_clock.ts";

const PORT = 4711;

/** A runtime whose listening fails when told to; `refuses` lets it not even begin. */
function runtime() {
  const started: { readonly port: number; readonly fail: (reason: unknown) => void; isShut: boolean }[] = [];
  const state = { started, refuses: false };
  const serve = (({ port }: { readonly port: number }) => {
    if (state.refuses) throw new Error("Too many open files");
    const { promise, reject } = Promise.withResolvers<void>();
    const server = { port, fail: reject, isShut: false };
    started.push(server);
    return {
      finished: promise,
      addr: { transport: "tcp", hostname: "127.0.0.1", port: PORT },
      shutdown: () => Promise.resolve(void (server.isShut = true)),
    };
  }) as unknown as typeof Deno.serve;
  return { ...state, state, serve };
}

/** Lets what is due run. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

function listening() {
  const { state, serve, started } = runtime();
  const clock = manualClock();
  const events: string[] = [];
  const listener = listen({
    hostname: "127.0.0.1",
    port: 0,
    handler: () => new Response(),
    clock,
    log: (_, event) => void events.push(event),
    serve,
  });
  assert(listener.ok);
  const pass = async (ms: number) => {
    await settled();
    clock.advance(ms);
    await settled();
  };
  return { state, started, events, listener: listener.value, pass };
}

Deno.test("listen() listens again at its port when taking a connection fails, and leaves those that it has", async () => {
  const { started, events, listener, pass } = listening();
  assert.equal(listener.addr.port, PORT);
  started[0]?.fail(new Error("Too many open files"));
  await pass(200);
  assert.deepEqual(started.map(({ port }) => port), [0, PORT]);
  assert(!started[0]?.isShut);
  assert.deepEqual(events, ["connections.refused"]);
  await listener.shutdown();
  assert(started.every(({ isShut }) => isShut));
});

Deno.test("listen() tries until there is room, and tells it once a minute", async () => {
  const { state, started, events, listener, pass } = listening();
  state.refuses = true;
  started[0]?.fail(new Error("Too many open files"));
  for (let tries = 0; tries < 290; tries++) await pass(200);
  assert.deepEqual([started.length, events.length], [1, 1]);
  for (let tries = 0; tries < 20; tries++) await pass(200);
  assert.equal(events.length, 2);
  state.refuses = false;
  await pass(200);
  assert.equal(started.length, 2);
  await listener.shutdown();
});

Deno.test("listen() keeps no more than some servers that stopped listening", async () => {
  const { started, listener, pass } = listening();
  for (let failures = 0; failures < 40; failures++) {
    started.at(-1)?.fail(new Error("Too many open files"));
    await pass(200);
  }
  assert.equal(started.length, 41);
  assert.equal(started.filter(({ isShut }) => !isShut).length, 16);
  await listener.shutdown();
});

Deno.test("listen() does not begin again once it was shut down", async () => {
  const { started, listener, pass } = listening();
  started[0]?.fail(new Error("Too many open files"));
  await settled();
  await listener.shutdown();
  await pass(1000);
  assert.equal(started.length, 1);
});

Deno.test("listen() fails with the reason where it cannot listen at all", () => {
  const { state, serve } = runtime();
  state.refuses = true;
  const options = { hostname: "127.0.0.1", port: 0, handler: () => new Response(), log: () => {} };
  const listener = listen({ ...options, clock: manualClock(), serve });
  assert.deepEqual(listener, { ok: false, error: "Too many open files" });
});
