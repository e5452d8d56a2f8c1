import assert from "node:assert/strict";
import { readDirectory } from "../../src/reading/mod.ts";
import { snapshotOf } from "../support/snapshot_of.ts";
import { failureOf, found } from "./_outcome.ts";
import { SKILLS } from "./_published.ts";

const LIBRARY = "skill://gh/acme/library";

Deno.test("readDirectory() lists direct children, hidden ones too when they are served", async () => {
  const snapshot = await snapshotOf(SKILLS);
  const uri = `${LIBRARY}/skills/outer`;
  const { entries, nextCursor } = found(await readDirectory(snapshot, { uri }));
  assert.equal(nextCursor, null);
  assert.deepEqual(entries, [
    { uri: `${uri}/.notes`, name: ".notes", mimeType: "inode/directory" },
    { uri: `${uri}/Q&A%20100%25.txt`, name: "Q&A 100%.txt", mimeType: "text/plain" },
    { uri: `${uri}/SKILL.md`, name: "SKILL.md", mimeType: "text/markdown" },
    { uri: `${uri}/inner`, name: "inner", mimeType: "inode/directory" },
    { uri: `${uri}/logo.png`, name: "logo.png", mimeType: "image/png" },
    { uri: `${uri}/misnamed`, name: "misnamed", mimeType: "inode/directory" },
  ]);
  const hidden = found(await readDirectory(snapshot, { uri: `${uri}/.notes` })).entries;
  assert.deepEqual(hidden.map(({ name }) => name), ["hidden.md"]);
});

Deno.test("readDirectory() lists the repository, without what is excluded", async () => {
  const { entries } = found(await readDirectory(await snapshotOf(SKILLS), { uri: LIBRARY }));
  assert.deepEqual(entries.map(({ name }) => name), ["README.md", "SKILLCDN.md", "docs", "skills"]);
});

Deno.test("readDirectory() keeps a directory apart from names that start like it", async () => {
  const snapshot = await snapshotOf({
    "docs/a-b.md": "# A-b\n",
    "docs/a.md": "# A\n",
    "docs/a/b.md": "# B\n",
    "docs/a0/c.md": "# C\n",
  });
  const names = async (path: string) =>
    found(await readDirectory(snapshot, { uri: `${LIBRARY}/${path}` })).entries.map(({ name }) => name);
  assert.deepEqual(await names("docs"), ["a-b.md", "a.md", "a", "a0"]);
  assert.deepEqual(await names("docs/a"), ["b.md"]);
});

Deno.test("readDirectory() pages a long directory", async () => {
  const snapshot = await snapshotOf(Object.fromEntries(
    Array.from({ length: 450 }, (_, index) => [`docs/${1000 + index}.md`, `# ${index}\n`]),
  ));
  const uri = `${LIBRARY}/docs`;
  const first = found(await readDirectory(snapshot, { uri }));
  const second = found(await readDirectory(snapshot, { uri, cursor: first.nextCursor ?? "" }));
  const third = found(await readDirectory(snapshot, { uri, cursor: second.nextCursor ?? "" }));
  assert.deepEqual([first, second, third].map(({ entries }) => entries.length), [200, 200, 50]);
  assert.equal(third.nextCursor, null);
  const other = failureOf(await readDirectory(snapshot, { uri: LIBRARY, cursor: first.nextCursor ?? "" }));
  assert.equal(other.code, "request.invalid");
});

Deno.test("readDirectory() tells nothing apart that is no served directory of the mount", async () => {
  const snapshot = await snapshotOf(SKILLS, { address: "/gh/acme/library/skills" });
  const absent = failureOf(await readDirectory(snapshot, { uri: `${LIBRARY}/skills/no` }));
  assert.equal(absent.code, "folder.not_found");
  for (
    const uri of [
      LIBRARY,
      `${LIBRARY}/docs`,
      `${LIBRARY}/secret`,
      `${LIBRARY}/skills/`,
      `${LIBRARY}/skills/outer/SKILL.md`,
      `${LIBRARY}/skills/..`,
      "skill://gh/acme/other/skills",
      "",
    ]
  ) assert.deepEqual(failureOf(await readDirectory(snapshot, { uri })), absent, uri);
});

Deno.test("readDirectory() knows a mounted directory in which nothing is served", async () => {
  const snapshot = await snapshotOf({ "src/main.c": "int x;\n" }, { address: "/gh/acme/library/src" });
  assert.deepEqual(found(await readDirectory(snapshot, { uri: `${LIBRARY}/src` })).entries, []);
});
