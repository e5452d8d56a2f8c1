import assert from "node:assert/strict";
import { loadSkill } from "../../src/reading/mod.ts";
import { type Files, snapshotOf } from "../support/snapshot_of.ts";
import { LIBRARY } from "./_library.ts";
import { failureOf, found } from "./_outcome.ts";

const AD_COPY = "marketing/skills/ad-copy/SKILL.md";
const root = await snapshotOf(LIBRARY);

Deno.test("loadSkill() gives the rules from the root down, the instructions, then the includes", async () => {
  const { context, complete, nextCursor } = found(await loadSkill(root, { path: AD_COPY }));
  const markers = context.text.split("\n").filter((line) => line.startsWith("--- "));
  assert.deepEqual(markers, [
    "--- applicable rules: SKILLCDN.md ---",
    "--- applicable rules: marketing/SKILLCDN.md ---",
    "--- instructions ---",
    "--- included file: marketing/skills/ad-copy/references/limits.md ---",
    "--- included file: marketing/docs/brand-voice.md ---",
  ]);
  assert.deepEqual(
    context.sections.map(({ start }) => new TextEncoder().encode(context.text).subarray(start, start + 4)),
    markers.map(() => new TextEncoder().encode("--- ")),
  );
  assert.equal(complete, true);
  assert.equal(nextCursor, null);
});

Deno.test("loadSkill() brings rules from above a sub-path mount, and names only references inside it", async () => {
  const inside = await snapshotOf({
    ...LIBRARY,
    "marketing/skills/ad-copy/SKILL.md": `${
      LIBRARY[AD_COPY]
    }\nSee [style](/docs/style.md) and [voice](/marketing/docs/brand-voice.md).\n`,
  }, { address: "/gh/acme/library/marketing" });
  const { context, listing } = found(await loadSkill(inside, { path: AD_COPY }));
  assert.match(context.text, /^--- applicable rules: SKILLCDN\.md ---\nWrite in plain words\./);
  assert.deepEqual(listing?.references, [
    "marketing/skills/ad-copy/references/examples.md",
    "marketing/docs/brand-voice.md",
  ]);
});

Deno.test("loadSkill() pages through a long context byte for byte and never splits a character", async () => {
  const body = ("a".repeat(16_381) + "🙂漢é\r\n--- instructions ---\r").repeat(4);
  const files: Files = {
    ...LIBRARY,
    "engineering/skills/long/SKILL.md": `---\nname: long\ndescription: L.\n---\n${body}`,
  };
  const long = await snapshotOf(files);
  const path = "engineering/skills/long/SKILL.md";
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = found(await loadSkill(long, { path, cursor }));
    assert.ok(new TextEncoder().encode(page.context.text).length <= 16_384);
    assert.ok(page.context.text.isWellFormed() && !page.context.text.includes("\ufffd"));
    assert.equal(page.listing === null, pages.length > 0);
    assert.equal(page.complete, page.nextCursor === null);
    pages.push(page.context.text);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.ok(pages.length > 4);
  const [, instructions] = pages.join("").split("--- instructions ---\n");
  assert.ok(pages.join("").includes(body));
  assert.ok(instructions?.startsWith(body.slice(0, 100)));
});

Deno.test("loadSkill() is never complete while required content is missing, and names no continuation", async () => {
  const files: Files = { ...LIBRARY };
  const without = Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith("limits.md")));
  const broken = await snapshotOf(without);
  const { complete, nextCursor, skill } = found(await loadSkill(broken, { path: AD_COPY }));
  assert.equal(complete, false);
  assert.equal(nextCursor, null);
  assert.ok(skill.document !== null && skill.document.missing.length > 0);
});

Deno.test("loadSkill() takes exact paths only, and says which one may be meant", async (t) => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["marketing/skills/ad-copy", /add \/SKILL\.md/],
    ["ad-copy", /other exact paths: marketing\/skills\/ad-copy\/SKILL\.md$/],
    ["marketing/skills/broken/SKILL.md", /read as a file/],
    ["marketing/docs/brand-voice.md", /no skill: read it/],
    ["marketing/skills/secret/SKILL.md", /^Browse or search/],
    ["secret", /^Browse or search/],
    ["nothing", /^Browse or search/],
  ];
  for (const [path, hint] of cases) {
    await t.step(path, async () => {
      const failure = failureOf(await loadSkill(root, { path }));
      assert.equal(failure.code, "skill.not_found");
      assert.match(failure.hint ?? "", hint);
    });
  }
  const broken = failureOf(await loadSkill(root, { path: "marketing/skills/broken/SKILL.md" }));
  assert.match(broken.reason ?? "", /description/);
});

Deno.test("loadSkill() suggests nothing from outside the mount", async () => {
  const engineering = await snapshotOf(LIBRARY, { address: "/gh/acme/library/engineering" });
  for (const path of [AD_COPY, "ad-copy", "marketing/skills/ad-copy", "nothing"]) {
    const failure = failureOf(await loadSkill(engineering, { path }));
    assert.deepEqual(failure, {
      code: "skill.not_found",
      path,
      hint: "Browse or search for the exact paths of this mount",
    });
  }
});
