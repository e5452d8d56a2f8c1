/** A skill that the operator gives to another account, with everything that hangs on it. */
import assert from "node:assert/strict";
import type { LibraryAuthor, SkillReference } from "../../../contracts/library/library.ts";
import { aroundCommits, killedAtCommit, landingLate } from "../../support/kv.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import {
  failureOf,
  filesOf,
  found,
  libraryOn,
  type LibraryStage,
  skillMd,
} from "../../support/library/library.ts";
import { verifies } from "../../requirements/verifies.ts";

const OLD = { owner: "acme", name: "x" };
const NEW = { owner: "beta", name: "x" };
const ANY_AGE = Number.MAX_SAFE_INTEGER;

const upload = (body: string) => ({ "SKILL.md": skillMd("x", { body: `${body}\n` }), "a.txt": body });

const listedOf = async ({ library }: LibraryStage, author: LibraryAuthor) =>
  (await library.list(author, "library")).map((
    { owner, name, version, awaitsOwner },
  ) => [`${owner}/${name}`, version, awaitsOwner]);

async function textOf(
  { library }: LibraryStage,
  author: LibraryAuthor,
  skill: SkillReference,
  label?: string,
) {
  return new TextDecoder().decode(found(await library.file(author, skill, "a.txt", "library", label)).bytes);
}

Deno.test(verifies(["name.transfer"], "a transfer keeps holders, versions and stats"), async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { library, moderation, store } = stage;
  const [a, b, holder] = [
    await stage.account("acme"),
    await stage.account("beta"),
    await stage.account("b2"),
  ];
  for (const body of ["one", "two"]) await stage.publish(a, upload(body));
  found(await library.add(holder, OLD));
  const { stats } = found(await library.skill(holder, OLD, "library"));
  assert.equal(stats.installs, 1);
  found(await moderation.transfer(OPERATOR, OLD, "beta"));

  assert.deepEqual(await listedOf(stage, holder), [["beta/x", "1.0.1", true]]);
  assert.deepEqual((await library.list(a, "own")).length, 0, "it is not the old owner's any more");
  const told = found(await library.skill(holder, OLD, "library"));
  assert.deepEqual([told.owner, told.stats], ["beta", stats], "its old name leads to it, with its new owner");

  found(await library.publish(b, filesOf(upload("three")), {}));
  assert.deepEqual(await listedOf(stage, b), [["beta/x", "1.0.2", false]]);
  assert.deepEqual(await listedOf(stage, holder), [["beta/x", "1.0.1", true]]);
  assert.equal(await textOf(stage, holder, NEW), "two");
  assert.equal(failureOf(await library.confirm(holder, NEW, "acme")).code, "precondition.failed");
  assert.equal(found(await library.confirm(holder, OLD, "Beta")).version, "1.0.2");
  assert.deepEqual(await listedOf(stage, holder), [["beta/x", "1.0.2", false]]);
  assert.equal(await textOf(stage, holder, OLD, "1.0.0"), "one", "every version is there");

  const refused = failureOf(await library.publish(a, filesOf(upload("one")), {}));
  assert.equal(refused.code, "name.taken");
  assert.equal(failureOf(await library.saveDraft(a, filesOf(upload("one")), {})).code, "name.taken");

  const rows = await store.audit.list(b.account, { newestFirst: true, cursor: null, limit: 10 });
  const row = rows?.entries.find(({ action }) => action === "skill.transfer");
  assert.deepEqual([row?.before, row?.after, row?.actor.kind], ["acme", "beta", "operator"]);
});

Deno.test("who gets a skill that they held is no holder of it, and its bytes outlive the account that gave it", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { library, moderation, store } = stage;
  const [a, b] = [await stage.account("acme"), await stage.account("beta")];
  await stage.publish(a, upload("one"));
  found(await library.saveDraft(a, filesOf(upload("a draft")), {}));
  found(await library.add(b, OLD));
  found(await moderation.transfer(OPERATOR, OLD, "beta"));
  assert.equal(found(await library.skill(b, NEW, "own")).stats.installs, 0);
  for (const { account } of [a, b]) await store.housekeeping.sweepAccount(account, ANY_AGE);
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["lb", a.account] }, { limit: 1 })), []);
  const fresh = libraryOn(kv);
  assert.equal(await textOf(fresh, b, NEW), "one");
  assert.equal(found(await fresh.library.publishDraft(b, "x", {})).version, "1.0.1");
  assert.equal((await store.skills.ledger(a.account)).skills, 0);
  assert.equal((await store.skills.ledger(b.account)).skills, 1);
});

Deno.test("a transfer that cannot be is refused, and changes nothing", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { moderation } = stage;
  const [a, b] = [await stage.account("acme"), await stage.account("beta")];
  await stage.publish(a, upload("one"));
  await stage.publish(b, upload("theirs"));
  const changes = (await stage.store.skills.changes(0, 10)).length;
  const cases = [
    [OLD, "beta", "name.taken"],
    [OLD, "acme", "request.invalid"],
    [OLD, "nobody", "account.not_found"],
    [{ owner: "acme", name: "y" }, "beta", "skill.not_found"],
    [{ owner: "nobody", name: "x" }, "beta", "skill.not_found"],
  ] as const;
  for (const [skill, to, code] of cases) {
    assert.equal(failureOf(await moderation.transfer(OPERATOR, skill, to)).code, code);
  }
  assert.equal((await stage.store.skills.changes(0, 10)).length, changes);
});

Deno.test("a transfer that dies at any commit is made whole or not at all, and can be made again", async () => {
  for (let fatal = 1;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    const stage = libraryOn(kv);
    const [a, b] = [await stage.account("acme"), await stage.account("beta")];
    await stage.publish(a, upload("one"));
    const killed = killedAtCommit(kv, fatal);
    await libraryOn(killed.kv).moderation.transfer(OPERATOR, OLD, "beta").catch((error: Error) =>
      assert.equal(error.message, "killed")
    );
    const fresh = libraryOn(kv);
    const isMoved = (await fresh.library.list(b, "own")).length === 1;
    assert.equal((await fresh.library.list(a, "own")).length, isMoved ? 0 : 1);
    assert.equal(await textOf(fresh, isMoved ? b : a, OLD), "one");
    if (!isMoved) found(await fresh.moderation.transfer(OPERATOR, OLD, "beta"));
    assert.equal(await textOf(libraryOn(kv), b, NEW), "one");
    if (killed.survived()) break;
    assert.ok(fatal < 50);
  }
});

Deno.test("a transfer whose commits land although they seem to fail is told once", async () => {
  for (let late = 1; late <= 6; late++) {
    using kv = await Deno.openKv(":memory:");
    const stage = libraryOn(kv);
    const [a, b] = [await stage.account("acme"), await stage.account("beta")];
    await stage.publish(a, upload("one"));
    const slow = libraryOn(landingLate(kv, (commit) => commit === late));
    found(await slow.moderation.transfer(OPERATOR, OLD, "beta"));
    assert.deepEqual(
      (await stage.store.skills.changes(0, 10)).map(({ kind }) => kind),
      ["created", "transferred"],
    );
    assert.equal((await libraryOn(kv).library.list(b, "own")).length, 1);
  }
});

Deno.test("who adds the skill while it becomes theirs is no holder of it either", async () => {
  for (let interrupted = 1, isOver = false; !isOver; interrupted++) {
    using kv = await Deno.openKv(":memory:");
    const stage = libraryOn(kv);
    const [a, b] = [await stage.account("acme"), await stage.account("beta")];
    await stage.publish(a, upload("one"));
    let commits = 0;
    const between = aroundCommits(kv, async (commit) => {
      if (++commits === interrupted) found(await stage.library.add(b, OLD));
      return await commit();
    });
    found(await libraryOn(between).moderation.transfer(OPERATOR, OLD, "beta"));
    isOver = commits < interrupted;
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["lh"] })), [], `at commit ${interrupted}`);
    assert.equal(found(await libraryOn(kv).library.skill(b, NEW, "own")).stats.installs, 0);
    assert.ok(interrupted < 50);
  }
});
