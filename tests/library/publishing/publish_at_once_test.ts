/** What many publications at the same time cost each other within a process. */
import assert from "node:assert/strict";
import { parseSkillName } from "../../../src/library/publishing/mod.ts";
import { aroundCommits } from "../../support/kv.ts";
import { filesOf, found, libraryOn, skillMd } from "../../support/library/library.ts";

const X = named("x");
const Y = named("y");

function named(text: string) {
  return parseSkillName(text) ?? assert.fail("it is no name");
}

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
  const changing = stage.store.skills.changeName(author.account, Y, async () => {
    begun.resolve();
    await held.promise;
    return { ok: true, value: { value: null, change: null } };
  });
  await begun.promise;
  assert.equal((await stage.publish(author, { "SKILL.md": skillMd("x") })).status, "unchanged");
  held.resolve();
  await changing;
});

Deno.test("what is there already is found in three looks at the store", async () => {
  using kv = await Deno.openKv(":memory:");
  let looks = 0;
  const looked = {
    ...aroundCommits(kv, (commit) => commit()),
    get<Value>(...given: Parameters<Deno.Kv["get"]>) {
      looks++;
      return kv.get<Value>(...given);
    },
    getMany<Values extends readonly unknown[]>(...given: Parameters<typeof kv.getMany<Values>>) {
      looks++;
      return kv.getMany<Values>(...given);
    },
  };
  const { account, publish } = libraryOn(looked);
  const author = await account("acme");
  const publishing = async (body: string) => {
    looks = 0;
    const { status, version } = await publish(author, { "SKILL.md": skillMd("x", { body }) });
    return [status, version, looks] as const;
  };
  await publishing("One.\n");
  // Which skill the name is of is not known before it was looked up once.
  assert.deepEqual(await publishing("One.\n"), ["unchanged", "1.0.0", 4]);
  assert.deepEqual(await publishing("One.\n"), ["unchanged", "1.0.0", 3]);
  await publishing("Two.\n");
  assert.deepEqual(await publishing("Two.\n"), ["unchanged", "1.0.1", 3]);
  assert.deepEqual((await publishing("One.\n")).slice(0, 2), ["restored", "1.0.0"]);
  assert.deepEqual(await publishing("One.\n"), ["unchanged", "1.0.0", 3]);
});

Deno.test("a name that another skill has since leads to that one", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish, store } = libraryOn(kv);
  const author = await account("acme");
  const files = { "SKILL.md": skillMd("x") };
  await publish(author, files);
  const idOf = async () => (await store.skills.nameState(author.account, X)).skill?.id;
  const before = await idOf();
  found(await library.delete(author, "x"));
  assert.equal(await idOf(), undefined);
  await publish(author, files);
  assert.notEqual(await idOf(), before);
  assert.equal((await publish(author, files)).status, "unchanged");
});
