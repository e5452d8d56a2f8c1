import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import {
  DAY_MS,
  failureOf,
  filesOf,
  found,
  libraryOn,
  skillMd,
  standingClock,
} from "../../support/library/library.ts";

const X = { owner: "acme", name: "x" };
const TOKEN = `ghp_${"k8Zq2Lw9Xr4Tn7Vb1Mc6Hd3Jf5Gs0PyQaUeR"}`;

Deno.test(
  verifies(
    ["publish.private_default"],
    "without a word a skill is private, and making it global opens its current version alone",
  ),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const { library, account } = libraryOn(kv);
    const [a, b] = [await account("acme"), await account("beta")];
    const upload = (body: string) => filesOf({ "SKILL.md": skillMd("x", { body }) });
    assert.equal(found(await library.publish(a, upload("1\n"), {})).visibility, "private");
    assert.equal(found(await library.skill(a, X, "library")).visibility, "private");
    assert.equal(failureOf(await library.add(b, X)).code, "skill.not_found");
    found(await library.publish(a, upload("2\n"), {}));
    found(await library.change(a, "x", { visibility: "global" }, {}));
    found(await library.add(b, X));
    const content = found(await library.content(b, X, "library"));
    assert.deepEqual([content.version, content.file.path], ["1.0.1", "SKILL.md"]);
    assert.equal(failureOf(await library.content(b, X, "library", "1.0.0")).code, "version.not_found");
    assert.deepEqual(found(await library.versions(b, X, "own")).map(({ label }) => label), ["1.0.1"]);
    assert.equal(found(await library.versions(a, X, "own")).length, 2);
  },
);

Deno.test(
  verifies(
    ["grade.secret"],
    "what looks like a credential keeps a skill private until its publisher says that they know",
  ),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const { library, account } = libraryOn(kv);
    const author = await account("acme");
    const files = filesOf({ "SKILL.md": skillMd("x"), "env.txt": `token = ${TOKEN}\n` });
    const refused = failureOf(await library.publish(author, files, { visibility: "global" }));
    assert.deepEqual([refused.code, refused.path], ["publish.secret", "env.txt"]);
    assert.ok(!JSON.stringify(refused).includes(TOKEN));
    const made = found(await library.publish(author, files, {}));
    assert.deepEqual([made.status, made.findings.map(({ code }) => code)], ["created", ["possible_secret"]]);
    const opening = await library.change(author, "x", { visibility: "global" }, {});
    assert.equal(failureOf(opening).code, "publish.secret");
    assert.equal(found(await library.skill(author, X, "own")).visibility, "private");
    const known = { acknowledged: ["possible_secret"] };
    assert.equal(
      found(await library.change(author, "x", { visibility: "global" }, known)).visibility,
      "global",
    );
  },
);

Deno.test(verifies(["publish.draft"], "a draft is in no list and tool until it is published"), async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account } = libraryOn(kv);
  const author = await account("acme");
  const files = filesOf({ "SKILL.md": skillMd("x"), "a.txt": "a" });
  const drafted = found(await library.saveDraft(author, files, { visibility: "global", notes: "first" }));
  assert.deepEqual([drafted.status, drafted.version], ["drafted", null]);
  assert.deepEqual(await library.list(author, "library"), []);
  assert.equal(failureOf(await library.skill(author, X, "library")).code, "skill.not_found");
  const [shown] = await library.list(author, "own");
  assert.deepEqual([shown?.name, shown?.state, shown?.version], ["x", "draft", null]);
  const read = found(await library.files(author, X, "own"));
  assert.deepEqual(read.files.map(({ path }) => path), ["SKILL.md", "a.txt"]);
  const kept = found(await library.skill(author, X, "own"));
  assert.deepEqual([kept.version, kept.files.length, kept.grade], [null, 1, "A"]);
  const made = found(await library.publishDraft(author, "x", {}));
  assert.deepEqual([made.status, made.version, made.digest], ["created", "1.0.0", drafted.digest]);
  const details = found(await library.skill(author, X, "library"));
  assert.deepEqual([details.visibility, details.hasDraft, details.notes], ["global", false, "first"]);
  assert.equal(found(await library.file(author, X, "a.txt", "library")).bytes.byteLength, 1);
  assert.equal(failureOf(await library.publishDraft(author, "x", {})).code, "skill.not_found");
});

Deno.test("who may have a skill is said when it is new, and by no publication after that", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const author = await account("acme");
  for (const [first, later] of [["global", "private"], ["private", "global"]] as const) {
    const upload = (body: string) => filesOf({ "SKILL.md": skillMd(first, { body }) });
    const skill = { owner: "acme", name: first };
    const visibility = async () => found(await library.skill(author, skill, "own")).visibility;
    await publish(author, { "SKILL.md": skillMd(first, { body: "1\n" }) }, { visibility: first });
    for (const body of ["2\n", "2\n", "1\n"]) {
      const made = found(await library.publish(author, upload(body), { visibility: later }));
      assert.deepEqual([made.visibility, await visibility()], [first, first], `${later} ${body}`);
    }
    found(await library.saveDraft(author, upload("3\n"), { visibility: later }));
    found(await library.publishDraft(author, first, { visibility: later }));
    assert.equal(await visibility(), first);
  }
});

Deno.test("a draft that was never published is as private or global as was said of it last", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account } = libraryOn(kv);
  const author = await account("acme");
  const upload = (body: string) => filesOf({ "SKILL.md": skillMd("x", { body }) });
  found(await library.saveDraft(author, upload("1\n"), { visibility: "global" }));
  found(await library.saveDraft(author, upload("2\n"), { visibility: "private" }));
  assert.equal(found(await library.skill(author, X, "own")).visibility, "private");
  found(await library.saveDraft(author, upload("3\n"), {}));
  assert.equal(found(await library.publishDraft(author, "x", { visibility: "global" })).visibility, "global");
});

Deno.test("a draft beside a published skill changes nothing of it, and can be thrown away", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, account, publish } = libraryOn(kv);
  const author = await account("acme");
  await publish(author, { "SKILL.md": skillMd("x", { body: "1\n" }) });
  found(await library.saveDraft(author, filesOf({ "SKILL.md": skillMd("x", { body: "2\n" }) }), {}));
  const details = found(await library.skill(author, X, "library"));
  assert.deepEqual([details.version, details.hasDraft], ["1.0.0", true]);
  found(await library.discardDraft(author, "x"));
  assert.equal(found(await library.skill(author, X, "library")).hasDraft, false);
  found(await library.saveDraft(author, filesOf({ "SKILL.md": skillMd("y") }), {}));
  assert.equal((await store.skills.ledger(author.account)).skills, 2);
  found(await library.discardDraft(author, "y"));
  assert.equal((await store.skills.ledger(author.account)).skills, 1);
  assert.equal((await library.list(author, "own")).length, 1);
});

Deno.test(
  verifies(["publish.yank"], "a yanked version is not current and stays readable by its label"),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const { library, account, publish } = libraryOn(kv);
    const author = await account("acme");
    for (const body of ["1\n", "2\n"]) await publish(author, { "SKILL.md": skillMd("x", { body }) });
    const current = async () => found(await library.skill(author, X, "library")).version;
    found(await library.yank(author, "x", "1.0.1", { reason: "wrong" }));
    assert.equal(await current(), "1.0.0");
    assert.match(
      new TextDecoder().decode(found(await library.content(author, X, "library", "1.0.1")).bytes),
      /2\n$/,
    );
    const versions = found(await library.versions(author, X, "own"));
    assert.deepEqual(versions.map(({ label, yanked }) => [label, yanked?.reason]), [["1.0.1", "wrong"], [
      "1.0.0",
      undefined,
    ]]);
    const again = filesOf({ "SKILL.md": skillMd("x", { body: "2\n" }) });
    assert.equal(failureOf(await library.publish(author, again, {})).code, "version.exists");
    found(await library.yank(author, "x", "1.0.1", null));
    assert.equal(await current(), "1.0.1");
    for (const label of ["1.0.0", "1.0.1"]) found(await library.yank(author, "x", label, { reason: null }));
    assert.equal(await current(), null);
    assert.equal(failureOf(await library.content(author, X, "library")).code, "version.not_found");
    assert.deepEqual((await library.list(author, "library")).map(({ version }) => version), [null]);
  },
);

Deno.test("an owner's choice of the current version lasts until the next one", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const author = await account("acme");
  for (const body of ["1\n", "2\n", "3\n"]) await publish(author, { "SKILL.md": skillMd("x", { body }) });
  const change = async (current: string | null) =>
    found(await library.change(author, "x", { current }, {})).version;
  assert.equal(await change("1.0.0"), "1.0.0");
  found(await library.yank(author, "x", "1.0.1", { reason: null }));
  found(await library.yank(author, "x", "1.0.1", null));
  assert.equal(found(await library.skill(author, X, "own")).version, "1.0.0", "it stays chosen");
  assert.equal(await change(null), "1.0.2");
  assert.equal(failureOf(await library.change(author, "x", { current: "7" }, {})).code, "version.not_found");
  found(await library.yank(author, "x", "1.0.0", { reason: null }));
  const yanked = await library.change(author, "x", { current: "1.0.0" }, {});
  assert.equal(failureOf(yanked).code, "version.exists");
});

Deno.test(
  verifies(
    ["publish.delete.unheld"],
    "a skill that nobody else holds can be deleted, and its labels stay used",
  ),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const clock = standingClock();
    const { library, store, account, publish } = libraryOn(kv, { clock });
    const author = await account("acme");
    const old = { "SKILL.md": skillMd("x", { more: 'metadata:\n  version: "2.0.0"\n', body: "1\n" }) };
    await publish(author, old);
    clock.advance(10 * DAY_MS);
    found(await library.delete(author, "x"));
    assert.equal(failureOf(await library.skill(author, X, "own")).code, "skill.not_found");
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["lv"] })), []);
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["lp"] })), []);
    assert.equal((await store.skills.ledger(author.account)).skills, 0);
    const other = { "SKILL.md": skillMd("x", { more: 'metadata:\n  version: "2.0.0"\n', body: "2\n" }) };
    const again = await publish(author, other);
    assert.deepEqual([again.status, again.version], ["created", `2.0.0+${again.digest.slice(0, 8)}`]);
    const refused = await library.publish(author, filesOf({ "SKILL.md": skillMd("x", { body: "3\n" }) }), {
      label: "2.0.0",
    });
    assert.equal(failureOf(refused).code, "version.exists");
    assert.equal((await publish(author, { "SKILL.md": skillMd("x", { body: "4\n" }) })).version, "2.0.1");
    assert.equal((await publish(author, old)).version, "2.0.0", "the label names what it always named");
  },
);

Deno.test(
  verifies(["publish.delete.held"], "a skill that others hold for longer can only be archived"),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const clock = standingClock();
    const { library, store, account, publish } = libraryOn(kv, { clock });
    const [a, b] = [await account("acme"), await account("beta")];
    await publish(a, { "SKILL.md": skillMd("x") });
    await publish(a, { "SKILL.md": skillMd("young") });
    found(await library.add(b, X));
    clock.advance(4 * DAY_MS);
    const refused = failureOf(await library.delete(a, "x"));
    assert.equal(refused.code, "skill.in_use");
    assert.match(refused.hint ?? "", /archive/i);
    await library.remove(b, X);
    found(await library.delete(a, "x"));
    await publish(a, { "SKILL.md": skillMd("fresh") });
    found(await library.add(b, { owner: "acme", name: "fresh" }));
    clock.advance(DAY_MS);
    found(await library.delete(a, "fresh"));
    assert.deepEqual(await library.list(b, "library"), []);
    assert.deepEqual(await store.libraryItems.items(b.account), []);
  },
);

Deno.test("a plain member publishes private skills and leaves global ones alone", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const admin = await account("acme");
  const member = { ...admin, mayPublishGlobally: false };
  const upload = (name: string, body: string) => filesOf({ "SKILL.md": skillMd(name, { body }) });
  assert.equal(
    failureOf(await library.publish(member, upload("x", "1\n"), { visibility: "global" })).code,
    "publish.not_allowed",
  );
  found(await library.publish(member, upload("mine", "1\n"), {}));
  found(await library.change(member, "mine", { state: "archived" }, {}));
  await publish(admin, { "SKILL.md": skillMd("x") });
  const tries = [
    () => library.publish(member, upload("x", "2\n"), {}),
    () => library.change(member, "x", { visibility: "private" }, {}),
    () => library.change(member, "mine", { visibility: "global" }, {}),
    () => library.yank(member, "x", "1.0.0", { reason: null }),
    () => library.delete(member, "x"),
    () => library.saveDraft(member, upload("x", "3\n"), {}),
  ];
  for (const attempt of tries) assert.equal(failureOf(await attempt()).code, "publish.not_allowed");
});

Deno.test("a key that is confined to skills publishes and reads no others", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const admin = await account("acme");
  await publish(admin, { "SKILL.md": skillMd("x") });
  await publish(admin, { "SKILL.md": skillMd("y") });
  const confined = { ...admin, skills: new Set([`${admin.account}/x`]) };
  assert.deepEqual((await library.list(confined, "own")).map(({ name }) => name), ["x"]);
  assert.equal(
    failureOf(await library.content(confined, { owner: "acme", name: "y" }, "own")).code,
    "skill.not_found",
  );
  found(await library.content(confined, X, "library"));
  const other = filesOf({ "SKILL.md": skillMd("y", { body: "2\n" }) });
  assert.equal(failureOf(await library.publish(confined, other, {})).code, "publish.not_allowed");
  found(await library.publish(confined, filesOf({ "SKILL.md": skillMd("x", { body: "2\n" }) }), {}));
});

Deno.test("a key that is confined to skills is told alike of others that there are and that there are not", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const admin = await account("acme");
  await publish(admin, { "SKILL.md": skillMd("x") });
  await publish(admin, { "SKILL.md": skillMd("there") });
  found(await library.saveDraft(admin, filesOf({ "SKILL.md": skillMd("there", { body: "2\n" }) }), {}));
  const confined = { ...admin, skills: new Set([`${admin.account}/x`]) };
  const answers = [];
  for (const name of ["there", "nowhere"]) {
    const files = filesOf({ "SKILL.md": skillMd(name) });
    const skill = { owner: "acme", name };
    const tried = [
      await library.publish(confined, files, { createOnly: true }),
      await library.publish(confined, files, { ifRevision: 1 }),
      await library.publish(confined, files, { dryRun: true }),
      await library.saveDraft(confined, files, { createOnly: true }),
      await library.publishDraft(confined, name, {}),
      await library.discardDraft(confined, name),
      await library.change(confined, name, { visibility: "private" }, { ifRevision: 9 }),
      await library.yank(confined, name, "1.0.0", { reason: null }),
      await library.delete(confined, name, 9),
      await library.skill(confined, skill, "own"),
      await library.versions(confined, skill, "own"),
      await library.version(confined, skill, "1.0.0", "own"),
      await library.add(confined, skill),
      await library.pin(confined, skill, "1.0.0"),
    ];
    answers.push(tried.map((one) => failureOf(one)));
    found(await library.remove(confined, skill));
  }
  assert.deepEqual(answers[0], answers[1]);
});

Deno.test("only verified accounts publish to everybody where the operator keeps the catalog", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account } = libraryOn(kv, { isCatalogOpen: false });
  const author = await account("acme");
  const files = filesOf({ "SKILL.md": skillMd("x") });
  const refused = failureOf(await library.publish(author, files, { visibility: "global" }));
  assert.equal(refused.code, "publish.not_allowed");
  found(await library.publish(author, files, {}));
  assert.equal(
    failureOf(await library.change(author, "x", { visibility: "global" }, {})).code,
    "publish.not_allowed",
  );
});

Deno.test("a version of the worst grade waits for the operator, and the one before stays", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const author = await account("acme");
  const tagged = (name: string) => ({ "SKILL.md": skillMd(name, { body: "Do \u{E0041}\u{E0042} it.\n" }) });
  const held = await publish(author, tagged("first"));
  assert.deepEqual([held.status, held.grade], ["held", "F"]);
  assert.deepEqual(await library.list(author, "library"), []);
  assert.deepEqual((await library.list(author, "own")).map(({ state }) => state), ["held"]);
  assert.equal((await publish(author, tagged("first"))).status, "held");
  await publish(author, { "SKILL.md": skillMd("x") });
  assert.equal((await publish(author, tagged("x"))).version, "1.0.1");
  assert.equal(found(await library.skill(author, X, "library")).version, "1.0.0");
  assert.equal((await publish(author, { "SKILL.md": skillMd("x", { body: "3\n" }) })).version, "1.0.2");
});

Deno.test("a version that was private is not opened because the one that is open goes", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, moderation, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x", { body: "1\n" }) }, {});
  found(await library.yank(a, "x", "1.0.0", { reason: null }));
  await publish(a, { "SKILL.md": skillMd("x", { body: "2\n" }) }, {});
  await publish(a, { "SKILL.md": skillMd("x", { body: "3\n" }) }, {});
  found(await library.change(a, "x", { visibility: "global" }, {}));
  found(await library.add(b, X));
  const isClosed = async () => {
    const { version, visibility } = found(await library.skill(a, X, "own"));
    assert.deepEqual([version, visibility], [null, "global"]);
    for (const label of [undefined, "1.0.0", "1.0.1"]) {
      assert.equal(failureOf(await library.content(b, X, "library", label)).code, "version.not_found");
    }
    assert.equal(found(await library.skill(b, X, "library")).version, null);
  };
  found(await library.yank(a, "x", "1.0.2", { reason: "leaked" }));
  await isClosed();
  found(await library.yank(a, "x", "1.0.0", null));
  await isClosed();
  found(await library.yank(a, "x", "1.0.2", null));
  assert.equal(found(await library.content(b, X, "library")).version, "1.0.2");
  found(await moderation.removeVersion(OPERATOR, X, "1.0.2"));
  await isClosed();
});

Deno.test("who holds a skill of which nothing is left to them is not told what its drafts and private versions are about", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  const about = (secret: string) => `---\nname: x\ndescription: Is about ${secret}.\n---\nDo it.\n`;
  const seen = async () =>
    JSON.stringify([await library.list(b, "library"), found(await library.skill(b, X, "library"))]);
  await publish(a, { "SKILL.md": skillMd("x") });
  found(await library.add(b, X));
  found(await library.yank(a, "x", "1.0.0", { reason: null }));
  found(await library.saveDraft(a, filesOf({ "SKILL.md": about("Alpha") }), {}));
  assert.ok(!(await seen()).includes("Alpha"));
  found(await library.change(a, "x", { visibility: "private" }, {}));
  await publish(a, { "SKILL.md": about("Beta") }, {});
  assert.ok(!(await seen()).includes("Beta"));
  assert.match(found(await library.skill(a, X, "library")).description, /Beta/);
});

Deno.test("a draft that was replaced or discarded while it was being published is not lost and not published", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, account } = libraryOn(kv);
  const author = await account("acme");
  const draft = (body: string) =>
    library.saveDraft(author, filesOf({ "SKILL.md": skillMd("x", { body }) }), {});
  const meanwhile: (() => Promise<unknown>)[] = [];
  const late = libraryOn(kv, {
    skills: {
      ...store.skills,
      async document(...asked) {
        await meanwhile.shift()?.();
        return await store.skills.document(...asked);
      },
    },
  }).library;
  found(await draft("1\n"));
  meanwhile.push(() => draft("2\n"));
  assert.equal(failureOf(await late.publishDraft(author, "x", {})).code, "precondition.failed");
  assert.equal(found(await library.skill(author, X, "own")).hasDraft, true);
  meanwhile.push(() => library.discardDraft(author, "x"));
  assert.equal(failureOf(await late.publishDraft(author, "x", {})).code, "precondition.failed");
  assert.deepEqual(await library.list(author, "own"), []);
});

Deno.test("why a version is yanked is said in short, whoever asks", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const author = await account("acme");
  await publish(author, { "SKILL.md": skillMd("x") });
  const yank = (length: number) => library.yank(author, "x", "1.0.0", { reason: "x".repeat(length) });
  assert.equal(failureOf(await yank(501)).code, "request.invalid");
  assert.equal(failureOf(await yank(100_000)).code, "request.invalid");
  found(await yank(500));
});
