import assert from "node:assert/strict";
import type { LibraryReader } from "../../../contracts/library/library.ts";
import { CHANGES_KEPT_MS, type LibraryChangesPage } from "../../../contracts/library/library_changes.ts";
import type { StoreDeps } from "../../../src/store/mod.ts";
import { found, libraryOn, type LibraryStage, skillMd } from "../../support/library/library.ts";
import { OPERATOR } from "../../support/library/accounts.ts";

/** Every change that a reader is told, the newest first, in pages of `limit`. */
async function told({ library }: LibraryStage, reader: LibraryReader, limit = 100): Promise<string[]> {
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: LibraryChangesPage = found(await library.changes(reader, { cursor, limit }));
    assert(page.changes.length <= limit);
    for (const { kind, owner, name, version, from, to } of page.changes) {
      const step = from === null && to === null ? "" : ` ${from ?? ""}>${to ?? ""}`;
      lines.push(`${kind} ${owner ?? ""}/${name ?? ""}${version === null ? "" : `@${version}`}${step}`);
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return lines;
}

const version = (name: string, label: string) =>
  skillMd(name, { more: `metadata:\n  version: "${label}"\n`, body: `${label}.\n` });

const confined = (reader: LibraryReader, ...skills: string[]) => ({ ...reader, skills: new Set(skills) });

async function withSkill(kv: Deno.Kv) {
  const stage = libraryOn(kv);
  const [acme, beta, other] = [
    await stage.account("acme"),
    await stage.account("beta"),
    await stage.account("other"),
  ];
  await stage.publish(acme, { "SKILL.md": version("a", "1.0.0") });
  stage.clock.advance(1000);
  found(await stage.library.add(beta, { owner: "acme", name: "a" }));
  return { ...stage, acme, beta, other };
}

Deno.test("owner and holder are told what happened to a skill, a stranger nothing", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, other, library, moderation, publish } = stage;
  const a = { owner: "acme", name: "a" };
  await publish(acme, { "SKILL.md": version("a", "2.0.0") });
  found(await library.yank(acme, "a", "2.0.0", { reason: "it is broken" }));
  found(await library.change(acme, "a", { state: "archived" }, {}));
  found(await library.change(acme, "a", { state: "published" }, {}));
  found(await moderation.flag(OPERATOR, a, "harm"));
  found(await moderation.unflag(OPERATOR, a));
  assert.deepEqual(await told(stage, acme), [
    "unflagged acme/a 1.0.0>1.0.0",
    "flagged acme/a 1.0.0>1.0.0",
    "unarchived acme/a 1.0.0>1.0.0",
    "archived acme/a 1.0.0>1.0.0",
    "yanked acme/a@2.0.0 2.0.0>1.0.0",
    "published acme/a@2.0.0 1.0.0>2.0.0",
    "published acme/a@1.0.0 >1.0.0",
  ]);
  // They added it behind its first version.
  assert.deepEqual(await told(stage, beta), [
    "unflagged acme/a 1.0.0>1.0.0",
    "gone acme/a",
    "unarchived acme/a 1.0.0>1.0.0",
    "archived acme/a 1.0.0>1.0.0",
    "yanked acme/a@2.0.0 2.0.0>1.0.0",
    "published acme/a@2.0.0 1.0.0>2.0.0",
  ]);
  assert.deepEqual(await told(stage, other), []);
});

Deno.test("a holder is told nothing of what its owner alone has", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, library, publish } = stage;
  found(await library.change(acme, "a", { visibility: "private" }, {}));
  await publish(acme, { "SKILL.md": version("a", "2.0.0") }, {});
  found(await library.yank(acme, "a", "2.0.0", { reason: "a secret" }));
  await publish(acme, { "SKILL.md": version("own", "1.0.0") }, {});
  assert.deepEqual(await told(stage, beta), ["private acme/a 1.0.0>1.0.0"]);
  assert.deepEqual((await told(stage, acme)).slice(0, 3), [
    "published acme/own@1.0.0 >1.0.0",
    "yanked acme/a@2.0.0 2.0.0>1.0.0",
    "published acme/a@2.0.0 1.0.0>2.0.0",
  ]);
});

Deno.test("a key that is confined is told of its skills alone", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, publish } = stage;
  await publish(acme, { "SKILL.md": version("b", "1.0.0") });
  assert.deepEqual(await told(stage, confined(acme, `${acme.account}/b`)), ["published acme/b@1.0.0 >1.0.0"]);
  await publish(acme, { "SKILL.md": version("a", "2.0.0") });
  assert.deepEqual(await told(stage, confined(beta, `${acme.account}/b`)), []);
  assert.deepEqual(await told(stage, confined(beta, `${acme.account}/a`)), [
    "published acme/a@2.0.0 1.0.0>2.0.0",
  ]);
});

Deno.test("a skill that is deleted is told of once more to those who had it, and to its owner", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, other, library } = stage;
  found(await library.delete(acme, "a"));
  assert.equal((await told(stage, acme))[0], "deleted acme/a 1.0.0>");
  assert.deepEqual(await told(stage, beta), ["gone acme/a"]);
  assert.deepEqual(await told(stage, other), []);
});

Deno.test("what happened to a deleted skill before somebody had it, or what their key is not for, is told to nobody", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, other, clock, library, moderation } = stage;
  const a = { owner: "acme", name: "a" };
  found(await moderation.flag(OPERATOR, a, "harm"));
  found(await moderation.unflag(OPERATOR, a));
  clock.advance(1000);
  found(await library.add(other, a));
  clock.advance(1000);
  found(await library.delete(acme, "a"));
  assert.deepEqual(await told(stage, beta), ["gone acme/a", "gone acme/a"]);
  assert.deepEqual(await told(stage, other), ["gone acme/a"]);
  assert.deepEqual(await told(stage, confined(other, `${acme.account}/a`)), ["gone acme/a"]);
  assert.deepEqual(await told(stage, confined(other, `${acme.account}/b`)), []);
});

Deno.test("of a skill that its holders cannot read any more they are told that it is gone, and nothing else", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, library, moderation, publish, accounts } = stage;
  await publish(acme, { "SKILL.md": version("a", "2.0.0") });
  found(await accounts.rename(OPERATOR, acme.account, "apex"));
  found(await moderation.flag(OPERATOR, { owner: "apex", name: "a" }, "harm"));
  found(await library.yank(acme, "a", "2.0.0", { reason: "it is broken" }));
  assert.deepEqual(await told(stage, beta), ["gone apex/a"]);
});

Deno.test("a version that waits for the operator is told to its owner, and to holders once it is released", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, moderation, publish } = stage;
  const a = { owner: "acme", name: "a" };
  const hidden = { "SKILL.md": skillMd("a", { body: "Do \u{E0041} it.\n" }) };
  assert.equal((await publish(acme, hidden)).status, "held");
  assert.deepEqual(await told(stage, beta), []);
  assert.equal((await told(stage, acme))[0], "held acme/a@1.0.1 1.0.0>1.0.0");
  found(await moderation.release(OPERATOR, a, "1.0.1"));
  found(await moderation.removeVersion(OPERATOR, a, "1.0.1"));
  const both = ["removed acme/a@1.0.1 1.0.1>1.0.0", "published acme/a@1.0.1 1.0.0>1.0.1"];
  assert.deepEqual(await told(stage, beta), both);
  assert.deepEqual((await told(stage, acme)).slice(0, 2), both);
});

Deno.test("an account that is called something else is told of to those who have a skill of it", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, other, accounts } = stage;
  found(await accounts.rename(OPERATOR, acme.account, "apex"));
  for (const reader of [acme, beta]) assert.equal((await told(stage, reader))[0], "renamed apex/ acme>apex");
  assert.deepEqual(await told(stage, confined(beta, `${acme.account}/b`)), []);
  assert.deepEqual(await told(stage, other), []);
  stage.clock.advance(1000);
  found(await stage.library.add(other, { owner: "apex", name: "a" }));
  assert.deepEqual(await told(stage, other), [], "it was called so before they had anything of it");
});

Deno.test("a transfer is told to both accounts and to holders", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, other, library, moderation, publish } = stage;
  found(await moderation.transfer(OPERATOR, { owner: "acme", name: "a" }, "other"));
  for (const reader of [acme, beta, other]) {
    assert.equal((await told(stage, reader))[0], "transferred other/a acme>other");
  }
  await publish(other, { "SKILL.md": version("a", "2.0.0") });
  assert.equal(
    (await told(stage, beta))[0],
    "transferred other/a acme>other",
    "they did not choose its owner",
  );
  found(await library.confirm(beta, { owner: "other", name: "a" }, "other"));
  assert.equal((await told(stage, beta))[0], "published other/a@2.0.0 1.0.0>2.0.0");
});

Deno.test("pages end where changes do, whatever their size, and changes are told for 90 days", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, clock, library, publish } = stage;
  for (let minor = 1; minor <= 7; minor++) await publish(acme, { "SKILL.md": version("a", `1.${minor}.0`) });
  await publish(acme, { "SKILL.md": version("b", "1.0.0") });
  for (const reader of [acme, beta]) {
    const all = await told(stage, reader);
    assert.equal(all.length, reader === acme ? 9 : 7);
    for (const limit of [1, 2, 3, 7, 8]) assert.deepEqual(await told(stage, reader, limit), all);
  }
  for (const cursor of ["nonsense", btoa('["changes"]')]) {
    const refused = await library.changes(acme, { cursor, limit: 1 });
    assert.equal(refused.ok ? null : refused.error.code, "cursor.invalid");
  }
  clock.advance(CHANGES_KEPT_MS + 1);
  assert.deepEqual(await told(stage, acme), []);
});

Deno.test("a subject with more changes than are read of it for a page loses none of them, and their order stays", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, beta, clock, library, publish } = stage;
  await publish(acme, { "SKILL.md": version("b", "1.0.0") });
  clock.advance(1000);
  found(await library.add(beta, { owner: "acme", name: "b" }));
  await publish(acme, { "SKILL.md": version("b", "2.0.0") });
  for (let turn = 0; turn < 60; turn++) {
    found(await library.change(acme, "a", { state: turn % 2 === 0 ? "archived" : "published" }, {}));
  }
  const turns = Array.from(
    { length: 60 },
    (_, turn) => `${turn % 2 === 0 ? "unarchived" : "archived"} acme/a 1.0.0>1.0.0`,
  );
  const all = [
    ...turns,
    "published acme/b@2.0.0 1.0.0>2.0.0",
    "published acme/b@1.0.0 >1.0.0",
    "published acme/a@1.0.0 >1.0.0",
  ];
  assert.deepEqual(await told(stage, acme), all);
  assert.deepEqual(await told(stage, beta), all.slice(0, 61));
});

Deno.test("a page reads a list for each skill that was added, and none for what others do", async () => {
  using real = await Deno.openKv(":memory:");
  let lists = 0;
  const kv: StoreDeps["kv"] = {
    atomic: real.atomic.bind(real),
    get: real.get.bind(real),
    getMany: real.getMany.bind(real),
    list(selector, options) {
      lists++;
      return real.list(selector, options);
    },
  };
  const stage = libraryOn(kv);
  const [acme, beta] = [await stage.account("acme"), await stage.account("beta")];
  for (const name of ["a", "b", "c"]) {
    await stage.publish(acme, { "SKILL.md": version(name, "1.0.0") });
    if (name !== "c") found(await stage.library.add(beta, { owner: "acme", name }));
  }
  const cost = async () => {
    const before = lists;
    found(await stage.library.changes(beta, { cursor: null, limit: 1 }));
    return lists - before;
  };
  await stage.library.list(beta, "library");
  const first = await cost();
  for (let turn = 0; turn < 20; turn++) {
    found(await stage.library.change(acme, "c", { state: turn % 2 === 0 ? "archived" : "published" }, {}));
  }
  await stage.library.list(beta, "library");
  assert.equal(await cost(), first);
  // Beside its own, two skills, what is gone, and what it has.
  assert.equal(first, 5);
});

Deno.test("a row that nobody can read hides none of those before it", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = await withSkill(kv);
  const { acme, library } = stage;
  for (let turn = 0; turn < 60; turn++) {
    found(await library.change(acme, "a", { state: turn % 2 === 0 ? "archived" : "published" }, {}));
  }
  const [row] = await Array.fromAsync(
    kv.list({ prefix: ["lf", "account", acme.account] }, { reverse: true, limit: 1 }),
  );
  assert(row !== undefined);
  await kv.set(row.key, { of: "another version" });
  assert.equal((await told(stage, acme)).length, 60);
});
