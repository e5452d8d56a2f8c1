import assert from "node:assert/strict";
import { taskOf, withProcess } from "../support/indexing_world.ts";
import { scriptedHost } from "../support/scripted_host.ts";
import { eventually, gate } from "../support/gate.ts";
import { LIBRARY } from "./_library.ts";
import { heldHost, WAIT_MS } from "./_held_host.ts";

Deno.test("no more commits are indexed at once than there are places, and each repository gets its turn", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { concurrency: 1 });
  const { indexer } = process;
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  const order: string[] = [];
  const ask = (repository: string, page: string) => {
    const commit = host.commit({ [`docs/${page}.md`]: `# ${page}\n` });
    return indexer.wait(taskOf(host, commit, { repository }), WAIT_MS).then(() => order.push(page));
  };
  const waits = [ask("busy", "busy-1")];
  await held.reached;
  for (const page of ["busy-2", "busy-3", "busy-4"]) {
    waits.push(ask("busy", page));
    await eventually(async () => await queuedRows(process.kv) === waits.length);
  }
  waits.push(ask("calm", "calm-1"));
  await eventually(async () => await queuedRows(process.kv) === waits.length);
  assert.deepEqual(host.asked, ["tree"], "one is worked on, the others wait");
  held.open();
  await Promise.all(waits);
  assert.deepEqual(order, ["busy-1", "busy-2", "calm-1", "busy-3", "busy-4"]);
});

Deno.test("a client that asks for hundreds of repositories delays another's first by one place", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { concurrency: 1 });
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  const order: string[] = [];
  const ask = async (client: string, repository: string) => {
    const commit = host.commit({ "docs/page.md": `# ${client} ${repository}\n` });
    const task = taskOf(host, commit, { repository, client });
    const state = await process.indexer.request(task);
    if (state.state === "indexing") {
      void process.indexer.wait(task, WAIT_MS).then(() => order.push(`${client} ${repository}`));
    }
    return state.state;
  };
  const states: string[] = [];
  for (let count = 0; count < 500; count++) states.push(await ask("busy", `r${count}`));
  assert.equal(states.filter((state) => state === "indexing").length, 257, "one is worked on, 256 wait");
  assert.equal(states.at(-1), "busy", "and the rest is told so");
  assert.equal(await ask("calm", "first"), "indexing");
  assert.equal(await ask("calm", "second"), "indexing");
  held.open();
  await eventually(() => Promise.resolve(order.length >= 5));
  assert.deepEqual(order.slice(0, 5), ["busy r0", "busy r1", "calm first", "busy r2", "calm second"]);
});

Deno.test("what a client waits for long comes sooner once another asks for it", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { concurrency: 1 });
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  const order: string[] = [];
  const task = (client: string, repository: string) =>
    taskOf(host, host.commit({ "docs/page.md": `# ${repository}\n` }), { repository, client });
  const names = ["a", "b", "c", "d"];
  const waits: Promise<unknown>[] = [];
  for (const name of names) {
    assert.deepEqual(await process.indexer.request(task("ada", name)), { state: "indexing" });
    waits.push(process.indexer.wait(task("ada", name), WAIT_MS).then(() => order.push(name)));
  }
  assert.deepEqual(await process.indexer.request(task("bob", "d")), { state: "indexing" });
  held.open();
  await Promise.all(waits);
  assert.deepEqual(order, ["a", "b", "d", "c"]);
});

Deno.test("a host that hangs does not take the places of another", async () => {
  const { host: hanging, held } = heldHost();
  hanging.intervene = async () => (await held.hold(), null);
  const other = scriptedHost("code");
  await using process = await withProcess([hanging, other], { concurrency: 2 });
  const stuck = ["one", "two"].map((repository) =>
    taskOf(hanging, hanging.commit({ "a.md": `# ${repository}\n` }), { repository })
  );
  for (const task of stuck) await process.indexer.request(task);
  await held.reached;
  const task = taskOf(other, other.commit(LIBRARY));
  assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
  assert.deepEqual(hanging.asked, ["tree"]);
  held.open();
  for (const task of stuck) assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("one host alone may use all places", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { concurrency: 2 });
  const both = Promise.withResolvers<null>();
  host.intervene = () => host.asked.length === 2 ? (both.resolve(null), both.promise) : both.promise;
  const waits = ["one", "two"].map((repository) =>
    process.indexer.wait(taskOf(host, host.commit({ "a.md": "# A\n" }), { repository }), WAIT_MS)
  );
  assert.deepEqual(await Promise.all(waits), [{ state: "ready" }, { state: "ready" }]);
});

async function queuedRows(kv: Deno.Kv): Promise<number> {
  return (await Array.fromAsync(kv.list({ prefix: ["u"] }))).length;
}
