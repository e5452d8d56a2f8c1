import assert from "node:assert/strict";
import { yieldToEventLoop } from "../../src/flow/mod.ts";

/** Far more than an answer takes to arrive; a single turn of the event loop each would make more of them. */
const MOST_TURNS = 40;

/** Work that holds the event loop for 5 ms at a time and gives way, until the answer is there. */
async function turnsUntil(answer: Promise<unknown>): Promise<number> {
  let isAnswered = false;
  void answer.then(() => isAnswered = true);
  for (let turns = 0; turns < 1000; turns++) {
    if (isAnswered) return turns;
    for (const until = performance.now() + 5; performance.now() < until;);
    await yieldToEventLoop();
  }
  throw new Error("Cannot get an answer: work never gave way to it");
}

Deno.test("yieldToEventLoop() lets a request be answered within a few turns of work that never waits", async () => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("here"),
  );
  const ask = async () => await (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text();
  await ask();
  const turns = [];
  for (let asked = 0; asked < 3; asked++) turns.push(await turnsUntil(ask()));
  assert(Math.max(...turns) <= MOST_TURNS, `answered after ${turns} turns`);
});

Deno.test("yieldToEventLoop() lets what was begun before go first", async () => {
  const order: string[] = [];
  const other = (async () => {
    await Promise.resolve();
    order.push("other");
  })();
  await yieldToEventLoop();
  order.push("own");
  await other;
  assert.deepEqual(order, ["other", "own"]);
});
