import assert from "node:assert/strict";
import type { Clock } from "../../../contracts/ambient.ts";
import type {
  ClientId,
  ClientMetadata,
  FetchDocument,
  RedirectUri,
} from "../../../contracts/auth/clients.ts";
import { createFindClient, registerClient } from "../../../src/auth/mod.ts";
import { createClientStore } from "../../../src/store/authorization/client_store.ts";
import { manualClock } from "../../support/manual_clock.ts";

const METADATA: ClientMetadata = {
  name: "App",
  redirectUris: ["http://127.0.0.1/cb" as RedirectUri],
  authentication: "none",
};
const URL_ID = "https://app.example/client.json";
const MINUTE = 60_000;

Deno.test("registerClient(): equal public registrations are one client, and a secret is told once", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const clients = clientStore(kv, clock);
  let made = 0;
  const randomBytes = (count: number) => new Uint8Array(count).fill(++made);
  const register = (metadata: ClientMetadata) => registerClient(metadata, { clients, clock, randomBytes });
  const first = await register(METADATA);
  assert.match(first.id, /^dc_[0-9a-f]{64}$/);
  assert.deepEqual(await register(METADATA), { id: first.id, secret: null });
  assert.notEqual((await register({ ...METADATA, name: "Another" })).id, first.id);

  const confidential: ClientMetadata = { ...METADATA, authentication: "client_secret_post" };
  const [one, two] = [await register(confidential), await register(confidential)];
  assert.notEqual(one.id, two.id);
  assert(one.secret !== null && one.secret.length >= 32);
  const stored = await clients.find(one.id);
  assert.match(stored?.secretDigest ?? "", /^[0-9a-f]{64}$/);
  assert(!JSON.stringify(stored).includes(one.secret));
});

Deno.test("findClient() fetches a document once for its lifetime, and a failure for a minute", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const clients = clientStore(kv, clock);
  const asked: string[] = [];
  let answer: Awaited<ReturnType<FetchDocument>> = { ok: false, error: "it is no JSON" };
  const fetchDocument: FetchDocument = (url) => {
    asked.push(url);
    return Promise.resolve(answer);
  };
  const find = createFindClient({ clients, fetchDocument, localhost: "refuse", clock });

  const failed = await find(URL_ID);
  assert(!failed.ok);
  assert.match(failed.error, /it is no JSON$/);
  answer = {
    ok: true,
    value: {
      body: { client_id: URL_ID, redirect_uris: METADATA.redirectUris, client_name: "App" },
      maxAge: 1,
    },
  };
  assert.equal((await find(URL_ID)).ok, false);
  clock.advance(MINUTE);
  const found = await Promise.all([find(URL_ID), find(URL_ID), find(URL_ID)]);
  for (const client of found) assert.deepEqual(client, { ok: true, value: { ...METADATA, id: URL_ID } });
  clock.advance(5 * MINUTE - 1);
  await find(URL_ID);
  assert.equal(asked.length, 2);
  clock.advance(1);
  await find(URL_ID);
  assert.equal(asked.length, 3);
});

Deno.test("findClient() knows registered apps, and asks nothing for what is no id", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const clients = clientStore(kv, clock);
  const id = `dc_${"a".repeat(64)}` as ClientId;
  await clients.register(id, { ...METADATA, secretDigest: null, registeredAt: clock.now() });
  const deps = { clients, localhost: "refuse", clock } as const;
  const find = createFindClient({ ...deps, fetchDocument: () => assert.fail("fetched") });
  const client = await find(id);
  assert.equal(client.ok && client.value.id, id);
  for (
    const text of ["dc_nothing", "", "x".repeat(3000), "http://app.example/c", "https://", "https://a b/c"]
  ) {
    assert.equal((await find(text)).ok, false, text);
  }
  assert.equal((await createFindClient({ ...deps, fetchDocument: null })(URL_ID)).ok, false);
});

function clientStore(kv: Deno.Kv, clock: Clock) {
  return createClientStore({ kv, clock, newId: () => crypto.randomUUID(), log: () => {} });
}
