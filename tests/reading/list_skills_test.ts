import assert from "node:assert/strict";
import fc from "fast-check";
import type { Failure } from "../../contracts/errors.ts";
import type { EntryPage } from "../../contracts/mcp/skills_extension.ts";
import type { Result } from "../../contracts/result.ts";
import { listResources, listSkills, type Snapshot } from "../../src/reading/mod.ts";
import { snapshotOf } from "../support/snapshot_of.ts";
import { failureOf, found } from "./_outcome.ts";
import { readWhole, SKILLS } from "./_published.ts";

const LIBRARY = "skill://gh/acme/library";

Deno.test("listSkills() lists what the extension lists, in path order, with its front matter as data", async () => {
  const snapshot = await snapshotOf(SKILLS);
  const { entries, nextCursor } = found(await listSkills(snapshot, {}));
  assert.deepEqual(entries.map(({ uri }) => uri), [
    `${LIBRARY}/skills/outer/SKILL.md`,
    `${LIBRARY}/skills/outer/inner/SKILL.md`,
    `${LIBRARY}/skills/zeta/SKILL.md`,
  ]);
  assert.equal(nextCursor, null);
  assert.deepEqual(entries[0]?.frontmatter, {
    name: "outer",
    description: "Does what is around.",
    "allowed-tools": ["Read", "Write"],
    metadata: { version: "1.0" },
    "x-unknown": "no",
  });
});

Deno.test("listSkills() names every file below a skill, nested skills included, and reads never differ", async () => {
  const snapshot = await snapshotOf(SKILLS);
  const [outer, inner] = found(await listSkills(snapshot, {})).entries;
  assert(outer !== undefined && inner !== undefined);
  const below = `${LIBRARY}/skills/outer`;
  assert.deepEqual(outer.resources.map(({ uri }) => uri), [
    `${below}/.notes/hidden.md`,
    `${below}/Q&A%20100%25.txt`,
    `${below}/SKILL.md`,
    `${below}/inner/SKILL.md`,
    `${below}/inner/deep/data.json`,
    `${below}/logo.png`,
    `${below}/misnamed/SKILL.md`,
  ]);
  const texts = await readWhole(snapshot, outer);
  const text = (uri: string) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(texts.get(uri));

  assert.match(text(outer.uri), /^---\nname: outer\n[^]*\n--- included file: docs\/voice\.md ---\n/);
  assert.match(text(inner.uri), /\n--- applicable rules: SKILLCDN\.md ---\n/);
  assert.deepEqual(outer.resources.find(({ uri }) => uri === inner.uri), inner.resources[0]);
  assert.equal(text(`${below}/misnamed/SKILL.md`), SKILLS["skills/outer/misnamed/SKILL.md"]);
  assert.equal(text(`${below}/Q&A%20100%25.txt`), "\ufeffquestions\r\n");
  assert.deepEqual(texts.get(`${below}/logo.png`), SKILLS["skills/outer/logo.png"]);
});

Deno.test("listSkills() keeps to the mount, with the URIs that the root has", async () => {
  const whole = found(await listSkills(await snapshotOf(SKILLS), {})).entries;
  const snapshot = await snapshotOf(SKILLS, { address: "/gh/acme/library/skills/outer/inner" });
  assert.deepEqual(found(await listSkills(snapshot, {})).entries, whole.slice(1, 2));
});

Deno.test("listSkills() puts every file of a repository under the name of its root skill (case: root skill)", async () => {
  const files = {
    "SKILL.md": "---\nname: pdf\ndescription: Reads PDF.\n---\nRead.\n",
    "a/SKILL.md": "---\nname: a\ndescription: Is nested.\n---\nNest.\n",
    "a/notes.md": "Notes.\n",
  };
  const snapshot = await snapshotOf(files);
  const { entries } = found(await listSkills(snapshot, {}));
  assert.deepEqual(entries.map(({ uri }) => uri), [`${LIBRARY}/pdf/SKILL.md`, `${LIBRARY}/pdf/a/SKILL.md`]);
  assert.deepEqual(entries[0]?.resources.map(({ uri }) => uri), [
    `${LIBRARY}/pdf/SKILL.md`,
    `${LIBRARY}/pdf/a/SKILL.md`,
    `${LIBRARY}/pdf/a/notes.md`,
  ]);
  for (const entry of entries) await readWhole(snapshot, entry);
  const nested = await snapshotOf(files, { address: "/gh/acme/library/a" });
  assert.deepEqual(found(await listSkills(nested, {})).entries, entries.slice(1));
});

Deno.test("listSkills() leaves out a root skill whose name is also a directory (case: uri_collision)", async () => {
  const snapshot = await snapshotOf({
    "SKILL.md": "---\nname: a\ndescription: Is around.\n---\nRead.\n",
    "a/SKILL.md": "---\nname: a\ndescription: Is nested.\n---\nNest.\n",
  });
  assert.deepEqual(found(await listSkills(snapshot, {})).entries.map(({ uri }) => uri), [
    `${LIBRARY}/a/a/SKILL.md`,
  ]);
});

Deno.test("listSkills() and listResources() page 20 at a time, over the same skills", async () => {
  const names = Array.from({ length: 45 }, (_, index) => `s${index + 10}`);
  const snapshot = await snapshotOf(Object.fromEntries(
    names.map((name) => [`${name}/SKILL.md`, `---\nname: ${name}\ndescription: Is ${name}.\n---\nGo.\n`]),
  ));
  const lists: readonly ((
    ...given: Parameters<typeof listSkills>
  ) => Promise<Result<EntryPage<{ uri: string }>, Failure>>)[] = [
    listSkills,
    listResources,
  ];
  for (const list of lists) {
    const sizes: number[] = [];
    const uris: string[] = [];
    let cursor: string | undefined;
    while (sizes.length < 9) {
      const page = found(await list(snapshot, { cursor }));
      sizes.push(page.entries.length);
      uris.push(...page.entries.map(({ uri }) => uri));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    assert.deepEqual(sizes, [20, 20, 5]);
    assert.deepEqual(uris, names.map((name) => `${LIBRARY}/${name}/SKILL.md`));
  }
  const cursor = found(await listSkills(snapshot, {})).nextCursor ?? "";
  assert.equal(failureOf(await listResources(snapshot, { cursor })).code, "request.invalid");
});

Deno.test("listResources() names the SKILL.md of a skill as the skill", async () => {
  const snapshot = await snapshotOf(SKILLS);
  const { entries } = found(await listResources(snapshot, {}));
  const skills = found(await listSkills(snapshot, {})).entries;
  assert.deepEqual(entries.map(({ uri }) => uri), skills.map(({ uri }) => uri));
  assert.deepEqual(entries[0], {
    uri: `${LIBRARY}/skills/outer/SKILL.md`,
    name: "outer",
    description: "Does what is around.",
    mimeType: "text/markdown",
    size: skills[0]?.resources.find(({ uri }) => uri === skills[0]?.uri)?.size,
  });
});

Deno.test("listSkills() refuses every cursor that is not its own", async () => {
  const snapshot: Snapshot = await snapshotOf(SKILLS);
  const cursor = fc.oneof(fc.string({ unit: "binary" }), fc.base64String(), fc.stringMatching(/^[\w-]{22}$/));
  await fc.assert(fc.asyncProperty(cursor, async (cursor) => {
    assert.equal(failureOf(await listSkills(snapshot, { cursor })).code, "request.invalid");
  }));
});
