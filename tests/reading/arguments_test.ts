import assert from "node:assert/strict";
import fc from "fast-check";
import type { CommitHash, HostKey } from "../../contracts/addresses.ts";
import { ERRORS, type Failure } from "../../contracts/errors.ts";
import type { RepositoryId } from "../../contracts/git_host.ts";
import type { SnapshotKey } from "../../contracts/mounts.ts";
import type { Result } from "../../contracts/result.ts";
import { browse, loadSkill, openSnapshot, readFile, search, type Snapshot } from "../../src/reading/mod.ts";
import { snapshotOf, sourcesOf } from "../support/snapshot_of.ts";
import { LIBRARY } from "./_library.ts";
import { failureOf, found } from "./_outcome.ts";

const marketing = await snapshotOf(LIBRARY, { address: "/gh/acme/library/marketing" });

const asked = {
  browse: async (snapshot: Snapshot, path: string) => Promise.resolve(await browse(snapshot, { path })),
  search: (snapshot: Snapshot, path: string) => search(snapshot, { query: "copy", path }),
  loadSkill: (snapshot: Snapshot, path: string) => loadSkill(snapshot, { path }),
  readFile: (snapshot: Snapshot, path: string) => readFile(snapshot, { path }),
};

const TRAVERSALS = [
  "../engineering",
  "marketing/../engineering/skills/review/SKILL.md",
  "marketing/./docs",
  "/etc/passwd",
  "/marketing",
  "marketing/",
  "marketing//docs",
  "..\\engineering",
  "marketing\\docs",
  "marketing/\u0000",
  "marketing/\u200bdocs",
  "a".repeat(1025),
];

for (const [name, ask] of Object.entries(asked)) {
  Deno.test(`${name}() refuses paths that are not canonical (traversal)`, async () => {
    for (const path of TRAVERSALS) {
      const failure = failureOf(await ask(marketing, path));
      assert.equal(failure.code, "request.invalid");
      assert.ok(failure.reason && failure.hint);
    }
  });

  Deno.test(`${name}() takes escapes literally (traversal)`, async () => {
    for (const path of ["marketing/%2e%2e/x", "marketing/%252e%252e/x", "%2e%2e/x"]) {
      assert.match(failureOf(await ask(marketing, path)).code, /\.not_found$/);
    }
  });

  Deno.test(`${name}() answers or fails clearly for any path`, async () => {
    const piece = fc.constantFrom(
      "marketing",
      "skills",
      "ad-copy",
      "SKILL.md",
      "/",
      "..",
      ".",
      "%2e",
      "\\",
      "\ud800",
      "é",
    );
    const path = fc.oneof(fc.string({ unit: "binary" }), fc.array(piece).map((pieces) => pieces.join("/")));
    await fc.assert(fc.asyncProperty(path, async (path) => {
      const result = await ask(marketing, path);
      if (result.ok) return;
      assert.ok(result.error.code in ERRORS);
      assert.ok(result.error.hint);
    }));
  });
}

const AD_COPY = "marketing/skills/ad-copy/SKILL.md";

type Paged = (
  snapshot: Snapshot,
  cursor?: string,
) => Promise<Result<{ readonly nextCursor: string | null }, Failure>>;

/** Everything that takes a cursor, with a first page short enough to have one. */
const long = await snapshotOf({ ...LIBRARY, [AD_COPY]: `${LIBRARY[AD_COPY]}${"long ".repeat(10_000)}` });
const paged: Readonly<Record<string, Paged>> = {
  browse: async (snapshot: Snapshot, cursor?: string) =>
    Promise.resolve(await browse(snapshot, { cursor, limit: 1 })),
  "browse elsewhere": async (snapshot: Snapshot, cursor?: string) =>
    Promise.resolve(await browse(snapshot, { path: "marketing", cursor, limit: 1 })),
  search: (snapshot: Snapshot, cursor?: string) => search(snapshot, { query: "skill", cursor, limit: 1 }),
  "search for another word": (snapshot: Snapshot, cursor?: string) =>
    search(snapshot, { query: "skills", cursor, limit: 1 }),
  "search in a directory": (snapshot: Snapshot, cursor?: string) =>
    search(snapshot, { query: "skill", path: "marketing", cursor, limit: 1 }),
  loadSkill: (snapshot: Snapshot, cursor?: string) => loadSkill(snapshot, { path: AD_COPY, cursor }),
};

const RESTART = {
  code: "request.invalid",
  reason: "the cursor does not continue this request at this commit",
  hint: "Restart from the first page: repeat the request without a cursor",
};

Deno.test("cursors continue only the request that they were given for", async (t) => {
  for (const [from, ask] of Object.entries(paged)) {
    const cursor = found(await ask(long)).nextCursor;
    assert.ok(cursor);
    for (const [to, other] of Object.entries(paged)) {
      await t.step(`${from} to ${to}`, async () => {
        const result = await other(long, cursor);
        if (from === to) assert.ok(result.ok);
        else assert.deepEqual(failureOf(result), RESTART);
      });
    }
  }
});

Deno.test("cursors do not survive another mount, commit, reading rule or serving mode", async () => {
  const cursor = found(await browse(long, { path: "marketing", limit: 1 })).nextCursor ?? undefined;
  const { mount } = long;
  const deps = sourcesOf({
    catalog: () => Promise.resolve(long.view),
    heldCatalog: () => null,
    search: long.search,
    content: (_key, id) => long.content(id),
    text: (_key, id) => long.text(id),
  });
  const openedAs = async (change: Partial<SnapshotKey>) =>
    found(await openSnapshot(deps, { ...mount, snapshot: { ...mount.snapshot, ...change } }, 0));
  assert.ok((await browse(await openedAs({}), { path: "marketing", cursor, limit: 7 })).ok);
  const variants = [
    { ...long, path: marketing.path },
    await openedAs({ host: "other" as HostKey }),
    await openedAs({ repository: "2" as RepositoryId }),
    await openedAs({ commit: "f".repeat(40) as CommitHash }),
    await openedAs({ rules: "other" }),
    await openedAs({ serving: "licensed" }),
  ];
  for (const variant of variants) {
    assert.deepEqual(failureOf(await browse(variant, { path: "marketing", cursor })), RESTART);
  }
  assert.ok((await browse(long, { path: "marketing", cursor, limit: 7 })).ok);
});

Deno.test("cursors that were never given are refused, and never throw", async () => {
  const { nextCursor, cursorAt } = found(await browse(long, { limit: 1 }));
  const forged = [
    cursorAt(0),
    cursorAt(4_000_000_000),
    `${nextCursor}A`,
    nextCursor?.toLowerCase() ?? "",
    "",
    " ",
  ];
  for (const cursor of forged) assert.deepEqual(failureOf(await browse(long, { cursor })), RESTART);
  await fc.assert(fc.asyncProperty(fc.string({ unit: "binary" }), async (cursor) => {
    for (const ask of Object.values(paged)) assert.deepEqual(failureOf(await ask(long, cursor)), RESTART);
  }));
});

Deno.test("cursors into the middle of a character are refused", async () => {
  const files = { ...LIBRARY, [AD_COPY]: `${LIBRARY[AD_COPY]}${"漢".repeat(9000)}` };
  const snapshot = await snapshotOf(files);
  const { cursorAt, context } = found(await loadSkill(snapshot, { path: AD_COPY }));
  const cursors = [0, 1, 2].map((more) => cursorAt(context.end + more));
  const answers = await Promise.all(cursors.map((cursor) => loadSkill(snapshot, { path: AD_COPY, cursor })));
  assert.deepEqual(answers.map(({ ok }) => ok), [true, false, false]);
});
