import assert from "node:assert/strict";
import type { ClientId, RedirectUri, RegisteredClient } from "../../../contracts/auth/clients.ts";
import { createClientStore } from "../../../src/store/authorization/client_store.ts";
import { kvDeps, manualClock } from "../_stage.ts";

const DAY = 86_400_000;

Deno.test("a registration is found again, and the first of equal ones stays", async () => {
  using kv = await Deno.openKv(":memory:");
  const store = createClientStore(kvDeps(kv));
  await store.register(id(1), client({ name: "first" }));
  await store.register(id(1), client({ name: "second" }));
  assert.equal((await store.find(id(1)))?.name, "first");
  assert.equal(await store.find(id(2)), null);
});

Deno.test("what granted nothing goes after 90 days, and what granted something stays", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const store = createClientStore({ ...kvDeps(kv), clock });
  await store.register(id(1), client({ registeredAt: clock.now() }));
  await store.register(id(2), client({ registeredAt: clock.now() }));
  await store.keep(id(2));
  await store.keep(id(2));
  clock.advance(90 * DAY);
  assert.equal(await store.find(id(1)), null);
  assert.notEqual(await store.find(id(2)), null);
  await store.register(id(3), client({ registeredAt: clock.now() }));
  assert.deepEqual(await rowsOf(kv), { clients: [id(2), id(3)], unused: [id(3)], count: 1n });
});

Deno.test("a registration that ran out can be made again", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const store = createClientStore({ ...kvDeps(kv), clock });
  await store.register(id(1), client({ registeredAt: clock.now() }));
  clock.advance(91 * DAY);
  await store.register(id(1), client({ registeredAt: clock.now() }));
  assert.notEqual(await store.find(id(1)), null);
  assert.deepEqual(await rowsOf(kv), { clients: [id(1)], unused: [id(1)], count: 1n });
});

Deno.test("beyond the most that are kept the oldest goes, never one that granted something", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const store = createClientStore({ ...kvDeps(kv), clock, mostUnused: 20 });
  for (let number = 1; number <= 30; number++) {
    await store.register(id(number), client({ registeredAt: clock.now() }));
    if (number === 1) await store.keep(id(1));
    clock.advance(1);
  }
  const { clients, unused, count } = await rowsOf(kv);
  assert(unused.length <= 20, `${unused.length} are kept`);
  assert.equal(count, BigInt(unused.length));
  assert.deepEqual(clients, [id(1), ...unused]);
  assert.deepEqual(unused.at(-1), id(30));
});

Deno.test("registrations at the same time are all kept and counted once", async () => {
  using kv = await Deno.openKv(":memory:");
  const stores = [createClientStore(kvDeps(kv)), createClientStore(kvDeps(kv))];
  const numbers = [1, 1, 2, 2, 3, 3, 4, 4];
  await Promise.all(numbers.map((number, at) => stores[at % 2]?.register(id(number), client({}))));
  assert.deepEqual(await rowsOf(kv), {
    clients: [id(1), id(2), id(3), id(4)],
    unused: [id(1), id(2), id(3), id(4)],
    count: 4n,
  });
});

Deno.test("what was found at an app's URL is remembered by it, however long it is", async () => {
  using kv = await Deno.openKv(":memory:");
  const store = createClientStore(kvDeps(kv));
  const url = `https://app.example/${"a".repeat(2000)}` as ClientId;
  const document = { metadata: null, reason: "it is no JSON", until: 5 };
  assert.equal(await store.document(url), null);
  await store.rememberDocument(url, document);
  assert.deepEqual(await store.document(url), document);
});

function id(number: number): ClientId {
  return `dc_${String(number).padStart(32, "0")}` as ClientId;
}

function client(given: Partial<RegisteredClient>): RegisteredClient {
  return {
    name: null,
    redirectUris: ["http://127.0.0.1/cb" as RedirectUri],
    authentication: "none",
    secretDigest: null,
    registeredAt: 0,
    ...given,
  };
}

async function rowsOf(kv: Deno.Kv) {
  const clients: unknown[] = [];
  const unused: unknown[] = [];
  for await (const { key } of kv.list({ prefix: ["a", "client"] })) clients.push(key[2]);
  for await (const { key } of kv.list({ prefix: ["a", "unused"] })) unused.push(key[3]);
  const { value } = await kv.get(["a", "unusedCount"]);
  assert(value instanceof Deno.KvU64);
  return { clients, unused, count: value.value };
}
