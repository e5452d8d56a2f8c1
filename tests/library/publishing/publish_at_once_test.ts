/** What many publications at the same time cost each other within a process. */
import assert from "node:assert/strict";
import { parseSkillName } from "../../../src/library/publishing/mod.ts";
import { aroundCommits } from "../../support/kv.ts";
import { filesOf, found, libraryOn, skillMd } from "../../support/library/library.ts";

const NAME = parseSkillName("y");

Deno.test("skills that are published at once, of one account and of several, do not fail each other", async () => {
  using kv = await Deno.openKv(":memory:");
  let failed = 0;
  const counted = aroundCommits(kv, async (commit) => {
    const result = await commit();
    if (!result.ok) failed++;
    return result;
  });
  const { library, account, store } = libraryOn(counted);
  const authors = [await account("acme"), await account("other")];
  const made = await Promise.all(
    authors.flatMap((author) =>
      ["one", "two", "three", "four"].map(async (name) =>
        found(await library.publish(author, filesOf({ "SKILL.md": skillMd(name) }), {})).status
      )
    ),
  );
  assert.deepEqual(made, Array(8).fill("created"));
  assert.equal((await store.skills.changes(0, 100)).length, 8);
  assert.equal(failed, 0);
});

Deno.test("what changes nothing is answered while a change of the same account is under way", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const author = await stage.account("acme");
  await stage.publish(author, { "SKILL.md": skillMd("x") });
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const changing = stage.store.skills.changeName(author.account, NAME ?? assert.fail("no name"), async () => {
    begun.resolve();
    await held.promise;
    return { ok: true, value: { value: null, change: null } };
  });
  await begun.promise;
  assert.equal((await stage.publish(author, { "SKILL.md": skillMd("x") })).status, "unchanged");
  held.resolve();
  await changing;
});
