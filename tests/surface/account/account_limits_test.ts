import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { entriesOf, kvFile } from "../../support/kv.ts";
import { skillMd, standingClock } from "../../support/library/library.ts";
import { ERAS } from "../mcp.ts";
import { ACCOUNT_HOST, accountServer, ENDPOINT, HOST } from "./account_server.ts";

const LIST = { name: "list_library", arguments: {} };

Deno.test(
  verifies(
    ["limit.count", "limit.mcp_429", "limit.not_counted"],
    "a key has 500 calls a day, handshakes and lists of tools are free, and the next call is 429 until midnight",
  ),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const clock = standingClock(Date.UTC(2030, 0, 1, 12));
    await using at = await accountServer(kv, clock);
    const acme = await at.account("acme");
    const token = await at.key(acme);
    await at.publish(acme, { "SKILL.md": skillMd("x") });
    const left = (response: Response) => Number(response.headers.get("ratelimit-remaining"));
    const first = await at.rpc("tools/call", LIST, { token });
    assert.equal(left(first), 499);
    assert.equal(first.headers.get("ratelimit-policy"), '"day";q=500;w=86400');
    for (
      const [method, params] of [
        ["initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "t", version: "1" },
        }],
        ["ping", {}],
        ["tools/list", {}],
      ] as const
    ) {
      const free = await at.rpc(method, params, { token });
      assert.equal(free.status, 200, method);
      assert.equal(free.headers.get("ratelimit-remaining"), null, "what costs nothing tells of no budget");
    }
    const uri = "skill://library/acme/x/SKILL.md";
    assert.equal(left(await at.rpc("resources/read", { uri }, { token })), 498);
    assert.equal(left(await at.rpc("skills/list", {}, { token })), 497);
    for (let used = 4; used <= 500; used++) {
      const response = await at.rpc("tools/call", LIST, { token });
      await response.body?.cancel();
      assert.equal(response.status, 200);
      assert.equal(left(response), 500 - used);
    }
    for (const era of ERAS) {
      const over = await at.rpc("tools/call", LIST, { token, era });
      assert.equal(over.status, 429);
      const seconds = Number(over.headers.get("retry-after"));
      assert.ok(seconds > 0 && seconds <= 43_200);
      assert.equal(over.headers.get("ratelimit-reset"), String(seconds));
      assert.equal(left(over), 0);
      const { id, error } = await over.json();
      assert.equal(id, 1);
      assert.equal(error.data.code, "rate.limited");
    }
    assert.equal((await at.rpc("tools/list", {}, { token })).status, 200);
    clock.advance(43_200_000);
    assert.equal((await at.rpc("tools/call", LIST, { token })).status, 200);
  },
);

Deno.test("of a batch the first call decides about the status, and a later one is refused among the answers", async () => {
  using kv = await Deno.openKv(":memory:");
  await using at = await accountServer(kv, standingClock());
  const acme = await at.account("acme");
  await at.limit(acme, { callsPerDay: 2 });
  const token = await at.key(acme);
  const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: LIST });
  const send = () =>
    at.server.fetch(
      new Request(ENDPOINT, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify([call(1), call(2), call(3)]),
      }),
    );
  const response = await send();
  assert.equal(response.status, 200);
  const answers = await response.json();
  assert.deepEqual(
    answers.map(({ id, error }: { id: number; error?: unknown }) => [id, error === undefined]),
    [
      [1, true],
      [2, true],
      [3, false],
    ],
  );
  assert.equal(answers[2].error.data.code, "rate.limited");
  assert.equal((await send()).status, 429);
});

Deno.test(
  verifies(
    ["limit.two_processes"],
    "two processes on one file together let no more through than a key has, and lose few",
  ),
  async () => {
    await using file = await kvFile();
    const clock = standingClock();
    const sleep = (ms = 0) => new Promise<void>((done) => setTimeout(done, ms));
    // Locks between two openings of a file are real, and so are the pauses; each look at the clock is a moment later.
    const real = { ...clock, sleep, now: () => (clock.advance(60), clock.now()) };
    await using one = await accountServer(await file.open(), real);
    await using other = await accountServer(await file.open(), real);
    const token = await one.key(await one.account("acme"));
    const sent = Array.from({ length: 600 }, () => [one, other]).flat();
    const statuses = await Promise.all(sent.map(async ({ rpc }) => {
      const response = await rpc("tools/call", LIST, { token });
      await response.body?.cancel();
      return response.status;
    }));
    const passed = statuses.filter((status) => status === 200).length;
    assert.ok(passed <= 500 && passed >= 484, String(passed));
    assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
  },
);

Deno.test(
  verifies(
    ["key.shown_once", "key.revoked_everywhere"],
    "of a key nothing is kept that it could be had back from, and revoking it counts in every process at once",
  ),
  async () => {
    await using file = await kvFile();
    const [here, there] = [await file.open(), await file.open()];
    const clock = standingClock();
    await using one = await accountServer(here, clock);
    await using other = await accountServer(there, clock);
    const acme = await one.account("acme");
    const token = await one.key(acme);
    assert.match(token, /^sk_live_[0-9A-Za-z]{38}$/);
    for (const at of [one, other]) assert.equal((await at.rpc("tools/call", LIST, { token })).status, 200);
    for (const entry of await entriesOf(here)) {
      assert.ok(!Deno.inspect(entry, { strAbbreviateSize: 100_000 }).includes(token.slice(8, -4)));
    }
    const [listed] = await one.keys.list(acme.account);
    assert(listed !== undefined);
    const operator = { actor: { kind: "operator" }, request: null } as const;
    assert.ok(await one.keys.revoke(operator, acme.account, listed.digest));
    const refused = await other.rpc("tools/call", LIST, { token });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get("www-authenticate"), 'Bearer error="invalid_token"');
  },
);

Deno.test(
  verifies(
    ["acct.endpoint.two_names", "acct.wrong_kind"],
    "the server answers under both of its names, to keys of its kind alone",
  ),
  async () => {
    using kv = await Deno.openKv(":memory:");
    await using at = await accountServer(kv, standingClock());
    const acme = await at.account("acme");
    await at.publish(acme, { "SKILL.md": skillMd("x") });
    const token = await at.key(acme);
    const text = async (url: string) => {
      const response = await at.rpc("tools/call", LIST, { token, url });
      assert.equal(response.status, 200, url);
      return (await response.json()).result.content[0].text;
    };
    const list = await text(ENDPOINT);
    assert.match(list, /"name":"x"/);
    for (const url of [`${ACCOUNT_HOST}/`, `${ACCOUNT_HOST}/api/mcp`, `${ENDPOINT}/`]) {
      assert.equal(await text(url), list);
    }
    for (const url of [`${HOST}/`, "https://other.example/"]) {
      const { status } = await at.rpc("tools/call", LIST, { token, url });
      assert.ok(status === 404 || status === 405, url);
    }
    const catalog = await at.key(acme, { kind: "catalog" });
    assert.equal((await at.rpc("tools/call", LIST, { token: catalog })).status, 401);
  },
);

Deno.test("who shows no credentials is asked for a key where nobody can sign in, also before a POST", async () => {
  using kv = await Deno.openKv(":memory:");
  await using at = await accountServer(kv, standingClock());
  const call = await at.rpc("tools/call", LIST);
  assert.equal(call.status, 401);
  assert.equal(call.headers.get("www-authenticate"), "Bearer");
  for (const method of ["GET", "DELETE"]) {
    const response = await at.server.fetch(
      new Request(ENDPOINT, { method, headers: { accept: "text/event-stream" } }),
    );
    assert.equal(response.status, 401, method);
  }
  const token = await at.key(await at.account("acme"));
  const headers = { authorization: `Bearer ${token}` };
  const get = await at.server.fetch(new Request(ENDPOINT, { headers }));
  assert.deepEqual([get.status, get.headers.get("allow")], [405, "POST"]);
});

Deno.test("a suspended account's tools say so in their own words, and nothing else of it answers", async () => {
  using kv = await Deno.openKv(":memory:");
  await using at = await accountServer(kv, standingClock());
  const acme = await at.account("acme");
  const token = await at.key(acme);
  const note = { actor: { kind: "operator" }, request: null, target: "", before: null, after: null } as const;
  const setState = (state: "suspended" | "ending") =>
    at.store.accounts.update(acme.account, (row) => ({
      ...row,
      state: state === "suspended"
        ? { kind: "suspended", since: 0, reason: "abuse" }
        : { kind: "ending", since: 0, due: at.clock.now() + 1e9, keepsGlobal: false, byOperator: false },
    }), { ...note, action: "account.suspend" });
  await setState("suspended");
  assert.equal((await at.call(token, "list_library")).text, '{"error":"Unauthorized"}');
  const skill = { owner: "acme", name: "x" };
  assert.equal((await at.call(token, "get_skill", skill)).text, '{"error":"Skill not found"}');
  const { error } = await (await at.rpc("skills/list", {}, { token })).json();
  assert.equal(error.data.code, "account.suspended");
  await setState("ending");
  assert.equal((await at.rpc("tools/call", LIST, { token })).status, 401);
});

Deno.test(
  verifies(
    ["limit.shared_surfaces", "limit.headers"],
    "MCP and REST spend one budget, and every counted answer tells it in both forms",
  ),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const clock = standingClock(Date.UTC(2030, 0, 1, 23));
    await using at = await accountServer(kv, clock);
    const acme = await at.account("acme");
    await at.limit(acme, { callsPerDay: 40 });
    const token = await at.key(acme);
    const list = () => {
      clock.advance(50);
      return at.server.fetch(
        new Request(`${HOST}/api/v1/library`, { headers: { authorization: `Bearer ${token}` } }),
      );
    };
    for (let used = 1; used <= 40; used++) {
      const response = used % 2 === 0 ? await list() : await at.rpc("tools/call", LIST, { token });
      await response.body?.cancel();
      assert.equal(response.status, 200);
      const { headers } = response;
      const seconds = headers.get("ratelimit-reset");
      assert.equal(seconds, String(Math.ceil((Date.UTC(2030, 0, 2) - clock.now()) / 1000)));
      assert.equal(headers.get("ratelimit-limit"), "40");
      assert.equal(headers.get("ratelimit-remaining"), String(40 - used));
      assert.equal(headers.get("ratelimit-policy"), '"day";q=40;w=86400');
      assert.equal(headers.get("ratelimit"), `"day";r=${40 - used};t=${seconds}`);
      const exposed = headers.get("access-control-expose-headers") ?? "";
      for (const name of ["limit", "remaining", "reset", "policy"]) {
        assert.match(exposed, new RegExp(`ratelimit-${name}`));
      }
    }
    assert.equal((await list()).status, 429);
    assert.equal((await at.rpc("tools/call", LIST, { token })).status, 429);
  },
);
