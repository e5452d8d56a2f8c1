import assert from "node:assert/strict";
import { createRepositoryModeration } from "../../../src/library/mod.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { failureOf, filesOf, found, libraryOn, skillMd } from "../../support/library/library.ts";

const X = { owner: "acme", name: "x" };

Deno.test("a flagged skill is nobody's, and its owner alone is told why", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, moderation, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x"), "a.txt": "a" });
  found(await library.add(b, X));
  found(await moderation.flag(OPERATOR, X, "it steals"));
  for (const reader of [a, b]) {
    assert.deepEqual(await library.list(reader, "library"), []);
    for (
      const asked of [
        await library.skill(reader, X, "library"),
        await library.content(reader, X, "library"),
        await library.file(reader, X, "a.txt", "library"),
        await library.content(reader, X, "library", "1.0.0"),
        await library.source(reader, X, { raw: true }),
      ]
    ) assert.equal(failureOf(asked).code, "skill.not_found");
  }
  assert.equal(failureOf(await library.files(b, X, "own")).code, "skill.not_found");
  const own = found(await library.skill(a, X, "own"));
  assert.deepEqual([own.state, own.reason], ["flagged", "it steals"]);
  found(await moderation.unflag(OPERATOR, X));
  found(await library.content(b, X, "library"));
});

Deno.test("a held version that is released is current, and one that is removed is nobody's for good", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, moderation, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  found(await library.add(b, X));
  const tagged = { "SKILL.md": skillMd("x", { body: "Do \u{E0041} it.\n" }) };
  await publish(a, tagged);
  assert.equal(failureOf(await library.content(b, X, "library", "1.0.1")).code, "version.not_found");
  found(await library.content(a, X, "own", "1.0.1"));
  found(await moderation.release(OPERATOR, X, "1.0.1"));
  assert.equal(failureOf(await moderation.release(OPERATOR, X, "1.0.1")).code, "version.not_found");
  assert.equal(found(await library.content(b, X, "library")).version, "1.0.1");
  found(await library.pin(b, X, "1.0.1"));
  found(await moderation.removeVersion(OPERATOR, X, "1.0.1"));
  assert.equal(found(await library.content(b, X, "library")).version, "1.0.0");
  for (const reader of [a, b]) {
    assert.equal(failureOf(await library.content(reader, X, "own", "1.0.1")).code, "version.removed");
  }
  assert.equal(failureOf(await library.publish(a, filesOf(tagged), {})).code, "version.removed");
});

Deno.test("what is moderated is found by what it is called, and nothing else is", async () => {
  using kv = await Deno.openKv(":memory:");
  const { moderation, account, publish } = libraryOn(kv);
  await publish(await account("acme"), { "SKILL.md": skillMd("x") });
  for (const skill of [{ owner: "acme", name: "y" }, { owner: "beta", name: "x" }, { owner: "", name: "" }]) {
    assert.equal(failureOf(await moderation.flag(OPERATOR, skill, "bad")).code, "skill.not_found");
  }
  assert.equal(failureOf(await moderation.removeVersion(OPERATOR, X, "9")).code, "version.not_found");
});

Deno.test("what was flagged stays flagged when its skill is deleted and published again, until the operator says otherwise", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, moderation, account, publish } = libraryOn(kv);
  const a = await account("acme");
  const [upload, other] = [{ "SKILL.md": skillMd("x") }, { "SKILL.md": skillMd("x", { body: "Other.\n" }) }];
  await publish(a, upload);
  found(await moderation.flag(OPERATOR, X, "it steals"));
  const refused = { code: "publish.not_allowed", reason: "the operator flagged the skill: it steals" };
  for (const isDeleted of [false, true]) {
    if (isDeleted) found(await library.delete(a, "x"));
    for (const files of [upload, other]) {
      for (const options of [{}, { label: "9.0.0" }, { dryRun: true }]) {
        const { code, reason } = failureOf(await library.publish(a, filesOf(files), options));
        assert.deepEqual({ code, reason }, refused);
      }
    }
  }
  found(await library.saveDraft(a, filesOf(other), {}));
  assert.equal(
    found(await library.skill(a, X, "own")).state,
    "flagged",
    "a draft of the name is flagged too",
  );
  assert.equal(failureOf(await library.publishDraft(a, "x", {})).code, "publish.not_allowed");
  found(await library.discardDraft(a, "x"));
  assert.equal(failureOf(await library.publish(a, filesOf(upload), {})).code, "publish.not_allowed");
  found(await moderation.unflag(OPERATOR, X));
  assert.equal(failureOf(await moderation.unflag(OPERATOR, X)).code, "skill.not_found");
  assert.equal((await publish(a, upload)).status, "created");
});

Deno.test("a content that the operator removed is refused under every label, also when its skill is deleted", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, moderation, account, publish } = libraryOn(kv);
  const a = await account("acme");
  const upload = { "SKILL.md": skillMd("x") };
  await publish(a, upload);
  found(await moderation.removeVersion(OPERATOR, X, "1.0.0"));
  for (const isDeleted of [false, true]) {
    if (isDeleted) found(await library.delete(a, "x"));
    for (const options of [{}, { label: "1.0.0" }, { label: "2.0.0" }, { dryRun: true }]) {
      const { code, reason } = failureOf(await library.publish(a, filesOf(upload), options));
      assert.deepEqual(
        { code, reason },
        {
          code: "version.removed",
          reason: 'the same files were published as "1.0.0", and the operator removed them',
        },
      );
    }
  }
  await publish(a, { "SKILL.md": skillMd("x", { body: "Other.\n" }) });
});

Deno.test("a held version that looks like it holds a credential is released to everybody only by who says they know", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, moderation, account, publish } = libraryOn(kv);
  const a = await account("acme");
  const secret = ["gh", "p_", "kX9mQ2vR7tLw4ZcB8nHs6JdF3yGpA5eUo1Ti"].join("");
  await publish(a, { "SKILL.md": skillMd("x") }, { visibility: "private" });
  const held = { "SKILL.md": skillMd("x", { body: "Do \u{E0041} it.\n" }), "a.sh": `TOKEN=${secret}\n` };
  assert.equal((await publish(a, held)).status, "held");
  found(await library.change(a, "x", { visibility: "global" }, {}));
  const { code, path, reason } = failureOf(await moderation.release(OPERATOR, X, "1.0.1"));
  assert.deepEqual([code, path, reason], ["publish.secret", "a.sh", 'it is in line 1 of "a.sh"']);
  assert.equal(found(await library.skill(a, X, "library")).version, "1.0.0");
  found(await moderation.release(OPERATOR, X, "1.0.1", ["possible_secret"]));
  assert.equal(found(await library.skill(a, X, "library")).version, "1.0.1");
});

Deno.test("blocking a repository flags what was published from it, and clearing it takes that back alone", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, moderation, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  const from = (repository: string) => ({
    kind: "repository",
    repository,
    commit: "c0ffee".repeat(6) + "c0ff",
    issuer: null,
    workflow: null,
    run: null,
    source: "matches",
  } as const);
  const files = (name: string) => ({ "SKILL.md": skillMd(name) });
  await publish(a, files("x"), { visibility: "global", provenance: from("/gh/acme/Library") });
  await publish(a, files("later"), { provenance: from("/gh/acme/library") });
  await publish(a, { "SKILL.md": skillMd("later", { body: "By hand.\n" }) });
  await publish(a, files("flagged"), { provenance: from("/gh/acme/library") });
  await publish(a, files("gone"), { provenance: from("/gh/acme/library") });
  await publish(a, files("other"), { provenance: from("/gh/acme/library-two") });
  await publish(b, files("uploaded"), { visibility: "global" });
  found(await library.delete(a, "gone"));
  found(await moderation.flag(OPERATOR, { owner: "acme", name: "flagged" }, "by hand"));
  const blocking = createRepositoryModeration({ ...store, moderation });
  assert.equal(await blocking.block(OPERATOR, "/gh/ACME/library"), 2);
  assert.equal(await blocking.block(OPERATOR, "/gh/acme/library"), 0, "once");
  const reasons = async () => (await Promise.all(
    ["x", "later", "flagged", "other"].map(async (name) =>
      found(await library.skill(a, { owner: "acme", name }, "own")).reason
    ),
  ));
  const blocked = "its repository /gh/acme/library is blocked here";
  assert.deepEqual(await reasons(), [blocked, blocked, "by hand", null]);
  assert.equal(failureOf(await library.add(b, X)).code, "skill.not_found");
  assert.equal(await blocking.clear(OPERATOR, "/gh/acme/library"), 2);
  assert.deepEqual(await reasons(), [null, null, "by hand", null]);
  assert.equal(await Array.fromAsync(kv.list({ prefix: ["lo", "from"] })).then(({ length }) => length), 4);
});
