import assert from "node:assert/strict";
import { INSTALL_LIMITS } from "../../contracts/limits.ts";
import { listSkills, skillFiles, type Snapshot } from "../../src/reading/mod.ts";
import { type Files, snapshotOf } from "../support/snapshot_of.ts";
import { failureOf, found } from "./_outcome.ts";
import { readWhole, SKILLS } from "./_published.ts";

const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;

/** The bytes of every file of a skill by its path in there, each of the size and digest that are said of it. */
async function bytesOf(snapshot: Snapshot, path: string): Promise<Map<string, Uint8Array>> {
  const { files, bytes } = found(await skillFiles(snapshot, { path }));
  const read = new Map<string, Uint8Array>();
  for (const file of files) read.set(file.path, await snapshot.content(file.content) ?? new Uint8Array());
  assert.deepEqual([...read.values()].map(({ length }) => length), files.map(({ size }) => size));
  assert.equal(files.reduce((sum, { size }) => sum + size, 0), bytes);
  return read;
}

Deno.test("skillFiles() gives the bytes that the skills extension gives, for every skill that it lists", async () => {
  for (const files of [SKILLS, { ...SKILLS, "SKILL.md": skill("whole") }]) {
    const snapshot = await snapshotOf(files);
    const { entries } = found(await listSkills(snapshot, {}));
    assert(entries.length >= 3);
    for (const entry of entries) {
      const root = entry.uri.slice(0, -"SKILL.md".length);
      const path = decodeURIComponent(root).replace(/^skill:\/\/gh\/acme\/library\/(?:whole\/)?/, "");
      const expected = [...await readWhole(snapshot, entry)].map(([uri, bytes]) =>
        [decodeURIComponent(uri.slice(root.length)), new Uint8Array(bytes)] as const
      );
      const given = await bytesOf(snapshot, `${path}SKILL.md`);
      assert.deepEqual(
        new Map([...given].map(([name, bytes]) => [name, new Uint8Array(bytes)])),
        new Map(expected),
      );
    }
  }
});

Deno.test("skillFiles() starts with SKILL.md and goes on in path order", async () => {
  const snapshot = await snapshotOf({
    "a/SKILL.md": skill("a"),
    "a/Z.md": "",
    "a/.x.md": "",
    "a/A/b": "",
    "a/A-": "",
  });
  const { files } = found(await skillFiles(snapshot, { path: "a/SKILL.md" }));
  assert.deepEqual(files.map(({ path }) => path), ["SKILL.md", "A-", "A/b", "Z.md"]);
});

Deno.test("skillFiles() assembles the SKILL.md of a skill that the extension does not list", async () => {
  const snapshot = await snapshotOf({
    "SKILLCDN.md": "---\ndescription: All.\n---\nRules.\n",
    "skills/dir/SKILL.md": skill("another-name"),
  });
  assert.deepEqual(found(await listSkills(snapshot, {})).entries, []);
  const text = new TextDecoder().decode((await bytesOf(snapshot, "skills/dir/SKILL.md")).get("SKILL.md"));
  assert.match(text, /^---\nname: another-name\n[^]*--- applicable rules: SKILLCDN\.md ---\nRules\.\n/);
});

Deno.test("skillFiles() leaves out a file over the read limit, which SKILL.md names", async () => {
  const files: Files = {
    "a/SKILL.md": skill("a"),
    "a/big.bin": new Uint8Array(5000),
    "a/small.bin": new Uint8Array(5),
  };
  const given = await bytesOf(await snapshotOf(files, { limits: { readFileBytes: 4000 } }), "a/SKILL.md");
  assert.deepEqual([...given.keys()], ["SKILL.md", "small.bin"]);
  assert.match(new TextDecoder().decode(given.get("SKILL.md")), /big\.bin.*5,?000/);
});

Deno.test("skillFiles() refuses one file or byte more than installers take, and no less", async () => {
  const many = (count: number): Files =>
    Object.fromEntries([
      ["a/SKILL.md", skill("a")],
      ...Array.from({ length: count - 1 }, (_, index) => [`a/${index}.txt`, ""]),
    ]);
  const most = await snapshotOf(many(INSTALL_LIMITS.files));
  assert.equal(found(await skillFiles(most, { path: "a/SKILL.md" })).files.length, 1000);
  const refused = failureOf(await skillFiles(await snapshotOf(many(1001)), { path: "a/SKILL.md" }));
  assert.equal(refused.code, "skill.too_large");
  assert.equal(refused.path, "a/SKILL.md");
  assert(refused.hint !== undefined);

  const limits = { readFileBytes: INSTALL_LIMITS.bytes, storedBytes: 2 * INSTALL_LIMITS.bytes };
  const document = found(await skillFiles(await snapshotOf(many(2)), { path: "a/SKILL.md" })).bytes;
  const sized = (bytes: number) => ({ ...many(1), "a/x": new Uint8Array(bytes) });
  const exact = await snapshotOf(sized(INSTALL_LIMITS.bytes - document), { limits });
  assert.equal(found(await skillFiles(exact, { path: "a/SKILL.md" })).bytes, INSTALL_LIMITS.bytes);
  const over = await snapshotOf(sized(INSTALL_LIMITS.bytes - document + 1), { limits });
  assert.equal(failureOf(await skillFiles(over, { path: "a/SKILL.md" })).code, "skill.too_large");
});

Deno.test("skillFiles() gives nothing of a described skill, not even inside the skill around it", async () => {
  const files = {
    "outer/SKILL.md": skill("outer"),
    "outer/kept/SKILL.md": skill("kept", "license: Proprietary\n"),
    "outer/kept/secret.md": "Secret.\n",
    "outer/open.md": "Open.\n",
  };
  const snapshot = await snapshotOf(files, { serving: "licensed", webBase: "https://web.example" });
  const refused = failureOf(await skillFiles(snapshot, { path: "outer/kept/SKILL.md" }));
  assert.equal(refused.code, "file.described_only");
  assert.deepEqual(refused.licence?.label, "Proprietary");
  assert.match(refused.sourceUrl ?? "", /outer\/kept\/SKILL\.md$/);
  assert.deepEqual([...(await bytesOf(snapshot, "outer/SKILL.md")).keys()], ["SKILL.md", "open.md"]);
});

Deno.test("skillFiles() knows no skill outside the mount and no other file", async () => {
  const snapshot = await snapshotOf(SKILLS, { address: "/gh/acme/library/skills/outer" });
  for (
    const path of ["skills/zeta/SKILL.md", "skills/outer", "skills/outer/.notes/hidden.md", "secret/SKILL.md"]
  ) {
    assert.equal(failureOf(await skillFiles(snapshot, { path })).code, "skill.not_found", path);
  }
  for (const path of ["../SKILL.md", "/skills/outer/SKILL.md", "skills//outer/SKILL.md"]) {
    assert.equal(failureOf(await skillFiles(snapshot, { path })).code, "request.invalid", path);
  }
});
