import assert from "node:assert/strict";
import { refreshTokens } from "../../../src/auth/mod.ts";
import { digestOf, grantOfToken } from "../../../src/auth/secrets.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { kvFile } from "../../support/kv.ts";
import { ACCESS_MS, ADA, AUDIENCE, CLIENT, OTHER_CLIENT, processOn, type Stage, stageOn } from "./_stage.ts";

Deno.test("refreshTokens() gives a new pair each time", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = stageOn(kv);
  const first = await stage.granted();
  const second = await stage.refresh(first.refresh_token);
  assert(second.ok);
  assert.notEqual(second.value.access_token, first.access_token);
  assert.notEqual(second.value.refresh_token, first.refresh_token);
  assert(await isGood(stage, second.value.access_token));
  assert(await isGood(stage, first.access_token), "the old access token lives out its hour");
});

Deno.test("refreshTokens() ends the family of a token that is used after its answer was given", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = stageOn(kv);
  const first = await stage.granted();
  const second = await stage.refresh(first.refresh_token);
  assert(second.ok);
  const third = await stage.refresh(second.value.refresh_token);
  assert(third.ok);
  const replay = await stage.refresh(first.refresh_token);
  assert.equal(replay.ok ? "accepted" : replay.error.error, "invalid_grant");
  assert.equal((await stage.refresh(third.value.refresh_token)).ok, false);
  assert.equal(await isGood(stage, third.value.access_token), false);
});

Deno.test("refreshTokens() costs nothing where a check fails", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = stageOn(kv);
  const { refresh_token: token } = await stage.granted();
  const refused = [
    [{ client: OTHER_CLIENT }, "invalid_grant"],
    [{ audience: "https://skills.example" }, "invalid_target"],
    [{ scopes: ["repo:read", "registry:write"] }, "invalid_scope"],
  ] as const;
  for (const [given, error] of refused) {
    const answer = await stage.refresh(token, given);
    assert.equal(answer.ok ? "accepted" : answer.error.error, error);
  }
  assert.equal(
    (await stage.refresh(token, { audience: AUDIENCE, scopes: ["repo:read", "offline_access"] })).ok,
    true,
  );
});

Deno.test("refreshTokens() gives requests at one moment one answer, from every process, and the family lives", async () => {
  await using file = await kvFile();
  const clock = manualClock();
  const stage = stageOn(await file.open(), 30, clock);
  const processes = [processOn(await file.open(), clock), processOn(await file.open(), clock)];
  const first = await stage.granted();
  const asked = Array.from({ length: 20 }, (_, at) => {
    const { deps } = processes[at % 2] ?? assert.fail();
    return refreshTokens(
      { client: CLIENT, refreshToken: first.refresh_token, audience: null, scopes: [] },
      deps,
    );
  });
  while (processes.reduce((sum, { waiting }) => sum + waiting(), 0) < asked.length) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  clock.advance(250);
  const answers = await Promise.all(asked);
  const [answer] = answers;
  assert(answer?.ok);
  for (const other of answers) assert.deepEqual(other, answer);
  assert.equal((await stage.refresh(answer.value.refresh_token)).ok, true);
});

Deno.test("refreshTokens() answers a latecomer again within the grace, once the access token had run out", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = stageOn(kv);
  const first = await stage.granted();
  stage.clock.advance(ACCESS_MS);
  const second = await stage.refresh(first.refresh_token);
  assert(second.ok);
  stage.clock.advance(29_000);
  assert.deepEqual(await stage.refresh(first.refresh_token), second);
  const third = await stage.refresh(second.value.refresh_token);
  assert(third.ok);
  assert.equal((await stage.refresh(first.refresh_token)).ok, false, "the successor was used");
  assert.equal((await stage.refresh(third.value.refresh_token)).ok, false);
});

Deno.test("refreshTokens() knows no grace when it is over, is switched off, or the access token was fresh", async () => {
  const cases = [
    { graceSeconds: 30, ageMs: ACCESS_MS, lateMs: 30_000 },
    { graceSeconds: 0, ageMs: ACCESS_MS, lateMs: 1 },
    { graceSeconds: 30, ageMs: ACCESS_MS / 2, lateMs: 1 },
  ];
  for (const { graceSeconds, ageMs, lateMs } of cases) {
    using kv = await Deno.openKv(":memory:");
    const stage = stageOn(kv, graceSeconds);
    const first = await stage.granted();
    stage.clock.advance(ageMs);
    const second = await stage.refresh(first.refresh_token);
    assert(second.ok);
    stage.clock.advance(lateMs);
    assert.equal((await stage.refresh(first.refresh_token)).ok, false);
    assert.equal((await stage.refresh(second.value.refresh_token)).ok, false);
  }
});

Deno.test("refreshTokens() gives the answer of a process that died before it sent it", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = stageOn(kv);
  const first = await stage.granted();
  const died = processOn(kv, manualClock(stage.clock.now()));
  // Its time never goes on: it rotated, and neither says so nor answers.
  void refreshTokens(
    { client: CLIENT, refreshToken: first.refresh_token, audience: null, scopes: [] },
    died.deps,
  );
  while (died.waiting() === 0) await new Promise((resolve) => setTimeout(resolve));
  stage.clock.advance(20_000);
  const answer = await stage.refresh(first.refresh_token);
  assert(answer.ok);
  assert.equal((await stage.refresh(answer.value.refresh_token)).ok, true);
});

Deno.test("refreshTokens() refuses what is no refresh token, has run out or was revoked", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = stageOn(kv);
  const first = await stage.granted();
  for (const text of ["", "rt_x", first.access_token, `rt_${first.access_token.slice(3)}`]) {
    assert.equal((await stage.refresh(text)).ok, false, text);
  }
  const [grant] = await stage.deps.grants.ofPerson(ADA);
  assert(grant !== undefined);
  await stage.deps.grants.end(grant.id);
  assert.equal((await stage.refresh(first.refresh_token)).ok, false);
  assert.deepEqual(await stage.deps.grants.ofPerson(ADA), []);

  const second = await stage.granted();
  stage.clock.advance(30 * 86_400_000);
  assert.equal((await stage.refresh(second.refresh_token)).ok, false);
});

async function isGood({ deps }: Stage, token: string): Promise<boolean> {
  const id = grantOfToken(token, "ot_");
  return id !== null && await deps.grants.access(digestOf(token), id) !== null;
}
