import assert from "node:assert/strict";
import { createEndLibrary, deletedSlug } from "../../../src/library/mod.ts";
import { killedAtCommit } from "../../support/kv.ts";
import { failureOf, filesOf, found, libraryOn, skillMd } from "../../support/library/library.ts";

const X = { owner: "acme", name: "x" };

async function stageOf(kv: Deno.Kv) {
  const stage = libraryOn(kv);
  const { library, account, publish } = stage;
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  await publish(a, { "SKILL.md": skillMd("unheld") });
  await publish(a, { "SKILL.md": skillMd("mine") }, {});
  found(await library.saveDraft(a, filesOf({ "SKILL.md": skillMd("draft") }), {}));
  await publish(b, { "SKILL.md": skillMd("other") });
  found(await library.add(b, X));
  found(await library.add(a, { owner: "beta", name: "other" }));
  const removed = async () => {
    await stage.store.accounts.remove(a.account);
    await stage.store.housekeeping.sweepAccount(a.account, Number.MAX_SAFE_INTEGER);
  };
  return { ...stage, a, b, removed };
}

const keysBelow = async (kv: Deno.Kv, ...prefixes: readonly string[]) => {
  const rows = await Promise.all(prefixes.map((root) => Array.fromAsync(kv.list({ prefix: [root] }))));
  return rows.flat().map(({ key }) => key);
};

Deno.test("with an account goes everything that it published and holds", async () => {
  using kv = await Deno.openKv(":memory:");
  const { a, b, library, store, clock, accountOf, removed } = await stageOf(kv);
  await createEndLibrary({ ...store, clock })(await accountOf(a), false);
  await removed();
  assert.deepEqual((await library.list(b, "library")).map(({ name }) => name), ["other"]);
  assert.equal(failureOf(await library.content(b, X, "library")).code, "skill.not_found");
  assert.equal(found(await library.skill(b, { owner: "beta", name: "other" }, "own")).stats.installs, 0);
  for (const key of await keysBelow(kv, "lp", "ln", "lv", "ll", "ld", "lb", "lh")) {
    assert.notEqual(key[1], a.account, JSON.stringify(key));
  }
  assert.equal((await keysBelow(kv, "lp")).length, 1);
  assert.equal((await keysBelow(kv, "ll")).length, 1);
});

Deno.test("a held global skill stays with its holder where its owner chose so, under a name that is nobody's", async () => {
  using kv = await Deno.openKv(":memory:");
  const { a, b, library, store, clock, account, accountOf, removed } = await stageOf(kv);
  assert.equal((await library.list(b, "library")).length, 2);
  await createEndLibrary({ ...store, clock })(await accountOf(a), true);
  await removed();
  const kept = (await library.list(b, "library")).find(({ name }) => name === "x");
  assert.ok(kept !== undefined);
  assert.equal(kept.owner, deletedSlug(a.account));
  found(await library.content(b, { owner: kept.owner, name: "x" }, "library"));
  assert.equal(failureOf(await library.content(b, X, "library")).code, "skill.not_found");
  const other = await account("gamma");
  for (const owner of ["acme", kept.owner]) {
    assert.equal(failureOf(await library.add(other, { owner, name: "x" })).code, "skill.not_found");
  }
  assert.equal((await store.skills.ownSkills(a.account)).length, 1);
});

Deno.test("an ending that is cut off at any commit goes on where it was", async () => {
  for (let fatal = 1;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    const { a, b, library, store, clock, accountOf, removed } = await stageOf(kv);
    const killed = killedAtCommit(kv, fatal);
    const dying = libraryOn(killed.kv).store;
    await createEndLibrary({ ...dying, clock })(await accountOf(a), false).catch((error: Error) =>
      assert.equal(error.message, "killed")
    );
    await createEndLibrary({ ...store, clock })(await accountOf(a), false);
    await removed();
    assert.equal((await keysBelow(kv, "lp")).length, 1);
    assert.equal((await keysBelow(kv, "lb")).every((key) => key[1] === b.account), true);
    assert.deepEqual((await library.list(b, "library")).map(({ name }) => name), ["other"]);
    if (killed.survived()) break;
    assert.ok(fatal < 100);
  }
});
