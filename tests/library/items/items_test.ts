import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { failureOf, filesOf, found, libraryOn, skillMd } from "../../support/library/library.ts";

const X = { owner: "acme", name: "x" };

Deno.test(verifies(["lib.add_idempotent"], "adding twice is adding once"), async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, clock, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  const first = found(await library.add(b, X));
  clock.advance(1000);
  const second = found(await library.add(b, X));
  assert.deepEqual([first.added, second.added], [true, false]);
  assert.equal(second.listed.addedAt, first.listed.addedAt);
  assert.equal(found(await library.skill(b, X, "library")).stats.installs, 1);
  assert.equal((await store.libraryItems.items(b.account)).length, 1);
});

Deno.test("an account's own skill is no install of it", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const a = await account("acme");
  await publish(a, { "SKILL.md": skillMd("x") });
  found(await library.add(a, X));
  assert.equal(found(await library.skill(a, X, "library")).stats.installs, 0);
  found(await library.delete(a, "x"));
});

Deno.test(
  verifies(["lib.add_unlisted"], "what is not offered cannot be added, and says no more than that"),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const { library, moderation, account, publish } = libraryOn(kv);
    const [a, b] = [await account("acme"), await account("beta")];
    await publish(a, { "SKILL.md": skillMd("private") }, {});
    await publish(a, { "SKILL.md": skillMd("archived") });
    found(await library.change(a, "archived", { state: "archived" }, {}));
    await publish(a, { "SKILL.md": skillMd("flagged") });
    found(await moderation.flag(OPERATOR, { owner: "acme", name: "flagged" }, "bad"));
    found(await library.saveDraft(a, filesOf({ "SKILL.md": skillMd("draft") }), { visibility: "global" }));
    const names = ["private", "archived", "flagged", "draft", "unknown", "No Name"];
    const refusals = await Promise.all(
      names.map(async (name) => failureOf(await library.add(b, { owner: "acme", name }))),
    );
    refusals.push(failureOf(await library.add(b, { owner: "nobody", name: "x" })));
    for (const refusal of refusals) assert.deepEqual(refusal, refusals[0]);
    assert.equal(refusals[0]?.code, "skill.not_found");
    assert.deepEqual(await library.list(b, "library"), []);
  },
);

Deno.test(verifies(["lib.remove"], "removing is silent about what was there"), async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  await publish(a, { "SKILL.md": skillMd("unheld") });
  found(await library.add(b, X));
  for (const name of ["x", "unheld", "unknown"]) {
    assert.equal(found(await library.remove(b, { owner: "acme", name })), null);
  }
  assert.deepEqual(await library.list(b, "library"), []);
  assert.equal(found(await library.skill(a, X, "library")).stats.installs, 0);
});

Deno.test(
  verifies(["lib.retention.private"], "a skill taken private or archived stays with those who hold it"),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const { library, account, publish } = libraryOn(kv);
    const [a, b, c] = [await account("acme"), await account("beta"), await account("gamma")];
    await publish(a, { "SKILL.md": skillMd("x", { body: "1\n" }), "a.txt": "one" });
    await publish(a, { "SKILL.md": skillMd("y") });
    found(await library.add(b, X));
    found(await library.add(b, { owner: "acme", name: "y" }));
    found(await library.change(a, "x", { visibility: "private" }, {}));
    found(
      await library.publish(a, filesOf({ "SKILL.md": skillMd("x", { body: "2\n" }), "a.txt": "two" }), {}),
    );
    found(await library.change(a, "y", { state: "archived" }, {}));
    const listed = await library.list(b, "library");
    assert.deepEqual(listed.map(({ name, version }) => [name, version]), [["x", "1.0.0"], ["y", "1.0.0"]]);
    const content = found(await library.content(b, X, "library"));
    assert.match(new TextDecoder().decode(content.bytes), /1\n$/);
    assert.equal(
      new TextDecoder().decode(found(await library.file(b, X, "a.txt", "library")).bytes),
      "one",
    );
    assert.equal(failureOf(await library.content(b, X, "library", "1.0.1")).code, "version.not_found");
    found(await library.skill(b, { owner: "acme", name: "y" }, "library"));
    found(await library.content(b, { owner: "acme", name: "y" }, "library"));
    for (const name of ["x", "y"]) {
      assert.equal(failureOf(await library.add(c, { owner: "acme", name })).code, "skill.not_found");
    }
    assert.equal(found(await library.content(a, X, "library")).version, "1.0.1");
  },
);

Deno.test(verifies(["lib.pin"], "a pin keeps a version until it is moved"), async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x", { body: "1\n" }) });
  assert.equal(found(await library.add(b, X, "1.0.0")).listed.pinned, true);
  await publish(a, { "SKILL.md": skillMd("x", { body: "2\n" }) });
  const shown = async () => (await library.list(b, "library"))[0]?.version;
  assert.equal(await shown(), "1.0.0");
  assert.match(new TextDecoder().decode(found(await library.content(b, X, "library")).bytes), /1\n$/);
  assert.equal(failureOf(await library.pin(b, X, "7.0.0")).code, "version.not_found");
  assert.equal(found(await library.pin(b, X, null)).version, "1.0.1");
  assert.equal(await shown(), "1.0.1");
  found(await library.pin(b, X, "1.0.0"));
  found(await library.yank(a, "x", "1.0.0", { reason: null }));
  assert.equal(await shown(), "1.0.0", "a pin outlives a yank");
});

Deno.test(
  verifies(
    ["publish.licence.described"],
    "a restrictive licence keeps a global skill's content at home",
  ),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const { library, store, account, publish } = libraryOn(kv);
    const [a, b] = [await account("acme"), await account("beta")];
    await publish(a, {
      "SKILL.md": skillMd("x", { more: "license: All rights reserved\n" }),
      "a.txt": "a",
    });
    found(await library.add(b, X));
    assert.deepEqual((await library.list(b, "library")).map(({ name }) => name), ["x"]);
    const refused = failureOf(await library.content(b, X, "library"));
    assert.equal(refused.code, "file.described_only");
    assert.equal(refused.licence?.path, "SKILL.md");
    assert.equal(failureOf(await library.file(b, X, "a.txt", "library")).code, "file.described_only");
    assert.equal(failureOf(await library.files(b, X, "library")).code, "file.described_only");
    assert.equal(failureOf(await library.source(b, X, { raw: true })).code, "file.described_only");
    assert.deepEqual(found(await library.skill(b, X, "library")).files, []);
    assert.equal(found(await library.files(a, X, "library")).files.length, 2);
    const note = { actor: { kind: "operator" }, request: null, before: null, after: null } as const;
    await store.accounts.update(
      a.account,
      (one) => ({ ...one, verified: true }),
      { ...note, action: "account.verify", target: "acme" },
    );
    found(await libraryOn(kv).library.content(b, X, "library"));
  },
);

Deno.test("an account adds as many skills as its plan allows", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  const note = { actor: { kind: "operator" }, request: null, before: null, after: null } as const;
  await store.accounts.update(
    b.account,
    (one) => ({ ...one, limits: { libraryItems: 1 } }),
    { ...note, action: "account.limit", target: "beta" },
  );
  for (const name of ["x", "y"]) await publish(a, { "SKILL.md": skillMd(name) });
  found(await library.add(b, X));
  assert.equal(failureOf(await library.add(b, { owner: "acme", name: "y" })).code, "account.full");
  assert.equal(found(await library.add(b, X)).added, false);
});

Deno.test("a suspended account changes nothing of its library", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  found(await library.add(b, X));
  const note = { ...OPERATOR, action: "account.suspend", target: "beta", before: null, after: null } as const;
  await store.accounts.update(
    b.account,
    (one) => ({ ...one, state: { kind: "suspended", reason: "abuse", since: 0 } }),
    note,
  );
  const tried = [
    await library.add(b, X),
    await library.pin(b, X, "1.0.0"),
    await library.remove(b, X),
    await library.remove(b, { owner: "acme", name: "nothing" }),
  ];
  for (const one of tried) assert.equal(failureOf(one).code, "account.suspended");
  assert.equal((await store.libraryItems.items(b.account)).length, 1);
});
