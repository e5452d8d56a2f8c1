/** Sets in a real KV. Where they lie is pinned: they outlive the code, as what is published does. */
import assert from "node:assert/strict";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { SET_LIMITS, type SetName, type SkillSet } from "../../../contracts/library/sets.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { libraryOn } from "../../support/library/library.ts";

const ACCOUNT = "a1" as AccountId;

function setOf(name: string): SkillSet {
  return { account: ACCOUNT, name: name as SetName, description: null, members: [], changedAt: 1 };
}

const note = { ...OPERATOR, action: "set.put", target: "x", before: null, after: null } as const;

async function rowsOf(kv: Deno.Kv) {
  const rows = await Array.fromAsync(kv.list({ prefix: ["lz"] }));
  return rows.map(({ key, value }) => [key, value]);
}

Deno.test("sets lie under their account beside how many they are, and nothing of them stays when it ends", async () => {
  using kv = await Deno.openKv(":memory:");
  const { sets } = libraryOn(kv).store;
  for (const name of ["one", "two", "one"]) assert(await sets.put(setOf(name), note));
  assert.deepEqual(await rowsOf(kv), [
    [["lz", "a1"], { sets: 2 }],
    [["lz", "a1", "one"], setOf("one")],
    [["lz", "a1", "two"], setOf("two")],
  ]);
  assert(await sets.remove(ACCOUNT, "one" as SetName, note));
  assert.equal(await sets.remove(ACCOUNT, "one" as SetName, note), false);
  assert.deepEqual(await rowsOf(kv), [
    [["lz", "a1"], { sets: 1 }],
    [["lz", "a1", "two"], setOf("two")],
  ]);
  await sets.forget(ACCOUNT);
  assert.deepEqual(await rowsOf(kv), []);
});

Deno.test("sets that were made before they were counted count", async () => {
  using kv = await Deno.openKv(":memory:");
  const { sets } = libraryOn(kv).store;
  for (let number = 1; number < SET_LIMITS.sets; number++) {
    await kv.set(["lz", "a1", `s${number}`], setOf(`s${number}`));
  }
  assert(await sets.put(setOf("last"), note));
  assert.equal(await sets.put(setOf("more"), note), false);
});
