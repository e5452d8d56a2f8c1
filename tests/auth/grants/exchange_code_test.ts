import assert from "node:assert/strict";
import { digestOf, grantOfToken } from "../../../src/auth/secrets.ts";
import { AUDIENCE, MINUTE, OTHER_CLIENT, stageOn } from "./_stage.ts";

Deno.test("exchangeCode() gives tokens that carry their grant, and of which only digests are stored", async () => {
  using kv = await Deno.openKv(":memory:");
  const { code, exchange, deps, clock } = stageOn(kv);
  const answer = await exchange(await code());
  assert(answer.ok);
  const { access_token: access, refresh_token: refresh, ...rest } = answer.value;
  assert.deepEqual(rest, { token_type: "Bearer", expires_in: 3600, scope: "repo:read" });
  const id = grantOfToken(access, "ot_");
  assert(id !== null && grantOfToken(refresh, "rt_") === id);
  const found = await deps.grants.access(digestOf(access), id);
  assert.equal(found?.token.audience, AUDIENCE);
  assert.equal(found?.token.expiresAt, clock.now() + 60 * MINUTE);
  for await (const { key, value } of kv.list({ prefix: [] })) {
    const row = JSON.stringify([key, value]);
    assert(!row.includes(access.slice(10)) && !row.includes(refresh.slice(10)), row);
  }
});

Deno.test("exchangeCode() leaves the code usable after a request that fails a check", async () => {
  using kv = await Deno.openKv(":memory:");
  const { code, exchange } = stageOn(kv);
  const secret = await code();
  const refused = [
    [{ client: OTHER_CLIENT }, "invalid_grant"],
    [{ redirectUri: "http://127.0.0.1:3001/cb" }, "invalid_grant"],
    [{ redirectUri: "" }, "invalid_grant"],
    [{ audience: `${AUDIENCE}/docs` }, "invalid_target"],
  ] as const;
  for (const [given, error] of refused) {
    const answer = await exchange(secret, given);
    assert.equal(answer.ok ? "accepted" : answer.error.error, error);
  }
  assert.equal((await exchange(secret, { audience: AUDIENCE })).ok, true);
});

Deno.test("exchangeCode() uses a code up by a wrong verifier", async () => {
  using kv = await Deno.openKv(":memory:");
  const { code, exchange } = stageOn(kv);
  const secret = await code();
  assert.equal((await exchange(secret, { verifier: "x".repeat(43) })).ok, false);
  assert.equal((await exchange(secret)).ok, false);
});

Deno.test("exchangeCode() takes back what a code gave when it is used again", async () => {
  using kv = await Deno.openKv(":memory:");
  const { code, exchange, refresh } = stageOn(kv);
  const secret = await code();
  const first = await exchange(secret);
  assert(first.ok);
  const second = await exchange(secret);
  assert.equal(second.ok ? "accepted" : second.error.error, "invalid_grant");
  assert.equal((await refresh(first.value.refresh_token)).ok, false);
});

Deno.test("exchangeCode() lets at most one of many at once have tokens", async () => {
  using kv = await Deno.openKv(":memory:");
  const { code, exchange } = stageOn(kv);
  const secret = await code();
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(secret)));
  assert(answers.filter(({ ok }) => ok).length <= 1);
});

Deno.test("exchangeCode() knows a code for a minute, and nothing else for one", async () => {
  using kv = await Deno.openKv(":memory:");
  const { code, exchange, clock } = stageOn(kv);
  const secret = await code();
  clock.advance(MINUTE);
  for (const text of [secret, "oc_nothing", "", "rt_x"]) {
    const answer = await exchange(text);
    assert.equal(answer.ok ? "accepted" : answer.error.error, "invalid_grant");
  }
});
