/** Files whose bytes broke other people's tools: what is text is exact, and the rest is named. */
import assert from "node:assert/strict";
import { fixtureText, PDF, PNG, SIZES, WITH_NUL } from "../../support/hostile_repositories.ts";
import { fenced } from "../walk.ts";
import { assertAbsent, assertHolds, assertLacks, entriesOf, header, hostileServer } from "../cases.ts";

const { connect, repository } = hostileServer(["binary", "kv-edges", "pointers-and-export-ignore"], {
  environment: { READ_MAX_FILE_BYTES: "4194304" },
});

Deno.test("cases, LFS pointer: the pointer is read as one, and never taken for the file or searched", async () => {
  const agent = await connect("pointers-and-export-ignore");
  for (const path of ["skills/art/a.png", "skills/art/pattern.md"]) {
    const { text } = await agent.call("read_repo_file", { path });
    assertHolds(
      text,
      "Note: a Git LFS pointer stands here; the file it stands for is not in the repository.\n",
    );
    assert.equal(await agent.read(path), await fixtureText("pointers-and-export-ignore", path));
  }
  assert.deepEqual(entriesOf(await agent.search("oid sha256 4d7a214614ab")), []);
});

Deno.test("cases, export-ignore: files that an archive leaves out or rewrites are served as they were committed", async () => {
  const agent = await connect("pointers-and-export-ignore");
  const path = "skills/art/references/brushes.md";
  assertHolds(await agent.load("skills/art/SKILL.md"), `References: 1\n- ${path}\n`);
  assert.equal(await agent.read(path), "# Brushes\n\n$Format:%H$\n");
  assert.deepEqual(entriesOf(await agent.search("brushes")), ["skill skills/art/SKILL.md"]);
  await assertAbsent(agent, ".gitattributes", ["read_repo_file"]);
});

Deno.test("cases, binary: bytes are decoded whole before they are called text, and what is none is named", async () => {
  const agent = await connect("binary");
  const browsed = await agent.browse("skills/bytes");
  const named = {
    "latin.md": [5, "file.not_text", "not text"],
    "logo.png": [PNG.length, "file.not_text", "not text"],
    "paper.pdf": [PDF.length, "file.not_text", "not text"],
    "big.bin": [5_000_000, "file.too_large", "over the read limit"],
    "big.md": [5_000_000, "file.too_large", "over the read limit"],
  } as const;
  for (const [name, [size, code, why]] of Object.entries(named)) {
    const path = `skills/bytes/${name}`;
    assertHolds(browsed, `[file] ${path}\n  size: ${size} bytes, ${why}, only at the git host\n`);
    const refused = await agent.refused("read_repo_file", { path });
    assertHolds(
      refused,
      `(${code})`,
      `Path: ${path}\nSize: ${size} bytes\nHint: Take the file from the repository itself`,
    );
    assertLacks(refused, "%PDF", "PNG");
  }
  assertHolds(await agent.load("skills/bytes/SKILL.md"), "Files: 6\n");
  assert.equal(header(await agent.load("skills/bytes/SKILL.md"), "Complete"), "true");
});

Deno.test("cases, binary: text that holds NUL and other controls is text, to the byte", async () => {
  const agent = await connect("binary");
  assert.equal(await agent.read("skills/bytes/nul.txt"), WITH_NUL);
});

for (const [name, text] of Object.entries(SIZES)) {
  Deno.test(`cases, KV edges: ${name} reads back whole, page by page, and counts as what it is`, async () => {
    const agent = await connect("kv-edges");
    const path = `skills/sizes/${name}`;
    const whole = await agent.read(path);
    assert.equal(whole.length, text.length);
    assert(whole === text);
    const { git } = repository("kv-edges");
    assert.equal(await git(["hash-object", "--stdin"], whole), await git(["rev-parse", `main:${path}`]));

    const characters = [...text].length;
    const last = await agent.call("read_repo_file", { path, offset: characters - 10 });
    assert.equal(fenced(last.text), [...text].slice(-10).join(""));
    assertHolds(
      last.text,
      `characters ${characters - 10} to ${characters} of ${characters}`,
      "This is the end of the file.",
    );
    assertHolds(
      await agent.refused("read_repo_file", { path, offset: characters + 1 }),
      `the file has ${characters} characters`,
    );
  });
}
