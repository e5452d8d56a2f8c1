import assert from "node:assert/strict";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { createActivationLog } from "../../../src/store/library/activation_log.ts";
import { aroundCommits } from "../../support/kv.ts";
import { kvDeps, manualClock } from "../_stage.ts";

const SKILL = "skill" as SkillId;
const [A, B] = ["a", "b"] as AccountId[];
const DAY_MS = 86_400_000;

Deno.test("an activation counts once an account, skill and UTC day, whichever process it is noted in", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const logs = [createActivationLog({ ...kvDeps(kv), clock }), createActivationLog({ ...kvDeps(kv), clock })];
  const note = async (account: AccountId | undefined) => {
    assert.ok(account !== undefined);
    for (const log of logs) {
      log.note(SKILL, account);
      log.note(SKILL, account);
      await log.flush();
    }
  };
  await note(A);
  await note(B);
  clock.advance(DAY_MS);
  await note(A);
  const [log] = logs;
  assert.equal(await log?.activations(SKILL, "1970-01-01"), 2);
  assert.equal(await log?.activations(SKILL, "1970-01-02"), 1);
  assert.equal(await log?.activations("other" as SkillId, "1970-01-01"), 0);
});

Deno.test("an activation that the store does not take is tried again by the next one, and fails nobody", async () => {
  using kv = await Deno.openKv(":memory:");
  let isDown = true;
  const events: string[] = [];
  const log = createActivationLog({
    ...kvDeps(aroundCommits(kv, (commit) => isDown ? Promise.reject(new Error("disk full")) : commit())),
    log: (_level, event) => void events.push(event),
  });
  assert.ok(A !== undefined);
  log.note(SKILL, A);
  await log.flush();
  assert.deepEqual(events, ["store.activation_uncounted"]);
  isDown = false;
  log.note(SKILL, A);
  await log.flush();
  assert.equal(await log.activations(SKILL, "1970-01-01"), 1);
});
