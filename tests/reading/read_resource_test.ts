import assert from "node:assert/strict";
import fc from "fast-check";
import type { SnapshotReader } from "../../contracts/snapshots.ts";
import { loadSkill, openSnapshot, readDirectory, readResource } from "../../src/reading/mod.ts";
import { mountOf, readerOf, snapshotOf, sourcesOf } from "../support/snapshot_of.ts";
import { failureOf, found } from "./_outcome.ts";
import { SKILLS } from "./_published.ts";

const LIBRARY = "skill://gh/acme/library";

Deno.test("readResource() gives text as text and everything else as bytes", async () => {
  const snapshot = await snapshotOf(SKILLS);
  assert.deepEqual(found(await readResource(snapshot, { uri: `${LIBRARY}/skills/outer/logo.png` })), {
    uri: `${LIBRARY}/skills/outer/logo.png`,
    mimeType: "image/png",
    skill: null,
    bytes: SKILLS["skills/outer/logo.png"],
  });
  assert.deepEqual(found(await readResource(snapshot, { uri: `${LIBRARY}/docs/voice.md` })), {
    uri: `${LIBRARY}/docs/voice.md`,
    mimeType: "text/markdown",
    skill: null,
    text: SKILLS["docs/voice.md"],
  });
});

Deno.test("readResource() answers another spelling under the URI that is listed", async () => {
  const snapshot = await snapshotOf(SKILLS);
  const { uri } = found(await readResource(snapshot, { uri: `${LIBRARY}/skills/outer/Q%26A 100%25.txt` }));
  assert.equal(uri, `${LIBRARY}/skills/outer/Q&A%20100%25.txt`);
});

Deno.test("readResource() gives a listed skill's document, whose context is what loadSkill() pages through", async () => {
  const snapshot = await snapshotOf(SKILLS);
  const content = found(await readResource(snapshot, { uri: `${LIBRARY}/skills/outer/SKILL.md` }));
  const loaded = found(await loadSkill(snapshot, { path: "skills/outer/SKILL.md" }));
  assert("text" in content);
  assert.equal(content.skill, "skills/outer/SKILL.md");
  assert.equal(loaded.context.end, loaded.context.total);
  assert(content.text.endsWith(loaded.context.text));
  assert(loaded.context.text.startsWith("--- applicable rules: SKILLCDN.md ---\n"));
});

Deno.test("readResource() tells nothing apart that is not served here", async () => {
  const snapshot = await snapshotOf({
    ...SKILLS,
    "skills/outer/huge.txt": "x".repeat(101),
    "unserved.txt": "At the root, of no skill.\n",
  }, { address: "/gh/acme/library/skills/outer", limits: { readFileBytes: 100_000 } });
  const absent = failureOf(await readResource(snapshot, { uri: `${LIBRARY}/skills/outer/no.md` }));
  assert.equal(absent.code, "file.not_found");
  for (
    const uri of [
      `${LIBRARY}/skills/outer`,
      `${LIBRARY}/skills/outer/.notes/unlinked.md`,
      `${LIBRARY}/skills/outer/SKILL.md/`,
      `${LIBRARY}/skills/zeta/SKILL.md`,
      `${LIBRARY}/docs/voice.md`,
      `${LIBRARY}/SKILLCDN.md`,
      `${LIBRARY}/secret/SKILL.md`,
      `${LIBRARY}/unserved.txt`,
      "skill://gh/acme/other/skills/outer/SKILL.md",
      "skill://gh/acme/library/skills/outer/../zeta/SKILL.md",
      "https://example.com/",
      "",
    ]
  ) assert.deepEqual(failureOf(await readResource(snapshot, { uri })), absent, uri);
});

Deno.test("readResource() and readDirectory() do not know a file that only the host has", async () => {
  const snapshot = await snapshotOf({ ...SKILLS, "skills/zeta/huge.bin": new Uint8Array(2001) }, {
    limits: { readFileBytes: 2000 },
  });
  const uri = `${LIBRARY}/skills/zeta`;
  assert.equal(failureOf(await readResource(snapshot, { uri: `${uri}/huge.bin` })).code, "file.not_found");
  assert.deepEqual(found(await readDirectory(snapshot, { uri })).entries.map(({ name }) => name), [
    "SKILL.md",
  ]);
});

Deno.test("readResource() has the commit indexed again when the bytes are gone", async () => {
  const reader = await readerOf(SKILLS);
  const gone: SnapshotReader = {
    ...reader,
    content: () => Promise.resolve(null),
    text: () => Promise.resolve(null),
  };
  const opened = await openSnapshot(sourcesOf(gone), mountOf(), 0);
  assert(opened.ok);
  for (const path of ["skills/outer/logo.png", "skills/outer/SKILL.md", "docs/voice.md"]) {
    assert.equal(
      failureOf(await readResource(opened.value, { uri: `${LIBRARY}/${path}` })).code,
      "index.indexing",
    );
  }
});

Deno.test("readResource() never throws, and gives nothing outside the mount", async () => {
  const snapshot = await snapshotOf(SKILLS, { address: "/gh/acme/library/skills/outer" });
  const names = [...Object.keys(SKILLS).flatMap((path) => path.split("/")), "..", ".", "", "%2e%2e", "%2f"];
  const path = fc.array(fc.constantFrom(...names), { maxLength: 6 }).map((segments) => segments.join("/"));
  const uri = fc.oneof(fc.string({ unit: "binary" }), path.map((path) => `${LIBRARY}/${path}`));
  await fc.assert(fc.asyncProperty(uri, async (uri) => {
    const read = await readResource(snapshot, { uri });
    if (read.ok) assert(read.value.uri.startsWith(`${LIBRARY}/skills/outer/`));
    else assert.equal(read.error.code, "file.not_found");
    const listed = await readDirectory(snapshot, { uri });
    if (listed.ok) assert.match(uri, /^skill:\/\/gh\/acme\/library\/skills\/outer/);
    else assert.equal(listed.error.code, "folder.not_found");
  }));
});
