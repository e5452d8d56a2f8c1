/** What a publication leaves behind when its process dies, when another publishes too, and when garbage is collected meanwhile. */
import assert from "node:assert/strict";
import type { Library } from "../../../contracts/library/library.ts";
import { createGarbageCollection } from "../../../src/indexing/mod.ts";
import { aroundCommits, killedAtCommit, kvFile, landingLate } from "../../support/kv.ts";
import {
  filesOf,
  found,
  libraryOn,
  skillMd,
  type Upload,
  wholeVersions,
} from "../../support/library/library.ts";

const X = { owner: "acme", name: "x" };
const ANY_AGE = Number.MAX_SAFE_INTEGER;

const upload = (body: string): Upload => ({
  "SKILL.md": skillMd("x", { body: `${body}\n` }),
  "data.txt": `${body} `.repeat(30_000),
});

Deno.test("a publisher that dies at any commit leaves nothing or everything, and the next one goes on", async () => {
  for (let fatal = 1;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    const stage = libraryOn(kv);
    const author = await stage.account("acme");
    await stage.publish(author, upload("one"));
    const killed = killedAtCommit(kv, fatal);
    const dying = libraryOn(killed.kv).library;
    await dying.publish(author, filesOf(upload("two")), {}).catch((error: Error) =>
      assert.equal(error.message, "killed")
    );
    const labels = await wholeVersions(libraryOn(kv), author);
    assert.deepEqual(labels, killed.survived() ? ["1.0.0", "1.0.1"] : ["1.0.0"]);
    assert.equal(found(await stage.library.content(author, X, "library")).version, labels.at(-1));
    const again = found(await stage.library.publish(author, filesOf(upload("two")), {}));
    assert.deepEqual(again.version, "1.0.1");
    assert.deepEqual(await wholeVersions(libraryOn(kv), author), ["1.0.0", "1.0.1"]);
    if (killed.survived()) break;
    assert.ok(fatal < 100);
  }
});

Deno.test("a deletion that dies at any commit is finished by the next change of the name, or by the collection", async () => {
  for (const finisher of ["publish", "collect"] as const) {
    for (let fatal = 1;; fatal++) {
      using kv = await Deno.openKv(":memory:");
      const stage = libraryOn(kv);
      const [author, holder] = [await stage.account("acme"), await stage.account("beta")];
      for (const body of ["one", "two"]) await stage.publish(author, upload(body));
      found(await stage.library.add(holder, X));
      const killed = killedAtCommit(kv, fatal);
      await libraryOn(killed.kv).library.delete(author, "x").catch((error: Error) =>
        assert.equal(error.message, "killed")
      );
      const survivors = (await stage.library.list(holder, "library")).length;
      assert.equal(survivors, fatal === 1 ? 1 : 0);
      if (fatal === 1) continue;
      if (finisher === "publish") {
        await stage.publish(author, { "SKILL.md": skillMd("x", { body: "new\n" }) });
        assert.deepEqual(await wholeVersions(stage, author), ["1.0.2"]);
      } else {
        await stage.store.housekeeping.sweepAccount(author.account, ANY_AGE);
        for (const prefix of [["lv"], ["lb"], ["lh"], ["lp"]]) {
          assert.deepEqual(await Array.fromAsync(kv.list({ prefix }, { limit: 1 })), [], prefix[0]);
        }
        assert.deepEqual(await stage.store.libraryItems.items(holder.account), []);
      }
      if (killed.survived()) break;
    }
  }
});

Deno.test("a commit that lands although it seems to fail publishes once", async () => {
  for (let late = 1; late <= 12; late++) {
    using kv = await Deno.openKv(":memory:");
    const stage = libraryOn(kv);
    const author = await stage.account("acme");
    const slow = libraryOn(landingLate(kv, (commit) => commit === late)).library;
    const made = found(await slow.publish(author, filesOf(upload("one")), {}));
    assert.deepEqual([made.status, made.version], ["created", "1.0.0"]);
    assert.deepEqual(await wholeVersions(stage, author), ["1.0.0"]);
    assert.equal((await stage.store.skills.changes(0, 10)).length, 1);
  }
});

Deno.test("processes that publish one skill at once each make their version, and none twice", async () => {
  await using file = await kvFile();
  const stages = [libraryOn(await file.open()), libraryOn(await file.open())];
  const [first] = stages;
  assert.ok(first !== undefined);
  const author = await first.account("acme");
  const bodies = Array.from({ length: 12 }, (_, index) => `${index % 6}`);
  const outcomes = await Promise.all(
    bodies.map(async (body, index) => {
      const library: Library | undefined = stages[index % 2]?.library;
      assert.ok(library !== undefined);
      return found(
        await library.publish(author, filesOf({ "SKILL.md": skillMd("x", { body: `${body}\n` }) }), {}),
      );
    }),
  );
  const made = outcomes.filter(({ status }) => status === "created" || status === "released");
  assert.equal(made.length, 6, "one for each content");
  assert.equal(outcomes.filter(({ status }) => status === "created").length, 1);
  const labels = ["1.0.0", "1.0.1", "1.0.2", "1.0.3", "1.0.4", "1.0.5"];
  assert.deepEqual(made.map(({ version }) => version).sort(), labels);
  for (const stage of stages) assert.deepEqual(await wholeVersions(stage, author), labels);
  const changes = await first.store.skills.changes(0, 100);
  assert.deepEqual(changes.map(({ sequence }) => sequence), changes.map((_, index) => index + 1));
});

Deno.test("processes that publish different skills of an account at once count each of them", async () => {
  await using file = await kvFile();
  const stages = [libraryOn(await file.open()), libraryOn(await file.open())];
  const author = await stages[0]?.account("acme");
  assert.ok(author !== undefined);
  const names = Array.from({ length: 10 }, (_, index) => `skill-${index}`);
  await Promise.all(names.map(async (name, index) => {
    const library = stages[index % 2]?.library;
    assert.ok(library !== undefined);
    found(await library.publish(author, filesOf({ "SKILL.md": skillMd(name) }), {}));
  }));
  const ledger = await stages[0]?.store.skills.ledger(author.account);
  assert.deepEqual([ledger?.skills, ledger?.versions], [10, 10]);
  assert.deepEqual((await stages[1]?.library.list(author, "library"))?.map(({ name }) => name).sort(), names);
});

Deno.test("the collection takes what no version and no draft needs, and nothing else", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { library, store } = stage;
  const author = await stage.account("acme");
  for (const body of ["one", "two"]) await stage.publish(author, upload(body));
  found(await library.saveDraft(author, filesOf(upload("draft")), {}));
  await stage.publish(author, { "SKILL.md": skillMd("other"), "data.txt": "two ".repeat(30_000) });
  const sweep = () => store.housekeeping.sweepAccount(author.account, ANY_AGE);
  const before = (await store.skills.ledger(author.account)).storedBytes;
  const stored = await sweep();
  assert.equal(
    (await store.skills.ledger(author.account)).storedBytes,
    before,
    "counted as it was published",
  );
  assert.deepEqual(await wholeVersions(libraryOn(kv), author), ["1.0.0", "1.0.0", "1.0.1"]);
  found(await library.publishDraft(author, "x", {}));
  await sweep();
  assert.deepEqual((await wholeVersions(libraryOn(kv), author)).length, 4);
  found(await library.delete(author, "x"));
  const left = await sweep();
  assert.ok(left < stored);
  // What the other skill shares with it stays.
  assert.deepEqual(await wholeVersions(libraryOn(kv), author), ["1.0.0"]);
  assert.ok((await store.skills.ledger(author.account)).storedBytes < before);
  found(await library.delete(author, "other"));
  assert.equal(await sweep(), 0);
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["lb"] })), []);
});

Deno.test("contents that are collected just before the commit that needs them are written again", async () => {
  // A collector that dies at each of its commits has done a little more each time.
  for (let fatal = 2;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    const stage = libraryOn(kv);
    const author = await stage.account("acme");
    await stage.publish(author, upload("one"));
    found(await stage.library.delete(author, "x"));
    const killed = killedAtCommit(kv, fatal);
    const collector = libraryOn(killed.kv).store.housekeeping;
    let commits = 0;
    const racing = aroundCommits(kv, async (commit) => {
      if (++commits === 1) {
        await collector.sweepAccount(author.account, ANY_AGE).catch((error: Error) =>
          assert.equal(error.message, "killed")
        );
      }
      return await commit();
    });
    found(await libraryOn(racing).library.publish(author, filesOf(upload("one")), {}));
    assert.deepEqual(await wholeVersions(libraryOn(kv), author), ["1.0.1"]);
    if (killed.survived()) break;
  }
});

Deno.test("bytes that a removed version alone needs are taken", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const author = await stage.account("acme");
  for (const body of ["one", "two"]) await stage.publish(author, upload(body));
  const before = await stage.store.housekeeping.sweepAccount(author.account, ANY_AGE);
  found(await stage.moderation.removeVersion({ actor: { kind: "operator" }, request: null }, X, "1.0.0"));
  assert.ok(await stage.store.housekeeping.sweepAccount(author.account, ANY_AGE) < before);
  assert.deepEqual(await wholeVersions(libraryOn(kv), author), ["1.0.0", "1.0.1"]);
});

Deno.test("a store over its bound gives up snapshots and never what is published", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const author = await stage.account("acme");
  await stage.publish(author, upload("one"));
  const { store, clock } = stage;
  const collection = createGarbageCollection({
    ...store,
    clock,
    newId: () => crypto.randomUUID(),
    log: () => {},
    rules: "5",
    keepDays: 30,
    isAlone: false,
    maxBytes: 1,
  });
  clock.advance(400 * 86_400_000);
  const collected = await collection.collect();
  assert.ok(collected !== null && collected.bytes > 1);
  assert.equal(await store.housekeeping.bytes(), collected.bytes, "what is published is counted");
  assert.deepEqual(await wholeVersions(libraryOn(kv), author), ["1.0.0"]);
});
