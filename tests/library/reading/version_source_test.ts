import assert from "node:assert/strict";
import {
  browse,
  getSkill,
  listSkills,
  loadSkill,
  readFile,
  readResource,
  search,
  skillFiles,
} from "../../../src/reading/mod.ts";
import { renderFile, renderSkill } from "../../../src/render/mod.ts";
import { found, libraryOn, skillMd } from "../../support/library/library.ts";

const X = { owner: "acme", name: "ad-copy" };

const UPLOAD = {
  "SKILL.md": skillMd("ad-copy", {
    more: "skillcdn:\n  include:\n    - voice.md\n",
    body: "Find one angle. Then read [the examples](references/examples.md).\n",
  }),
  "voice.md": "# Voice\n\nPlain.\n",
  "references/examples.md": "# Examples\n\nBuy the walrus.\n",
  "logo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]),
};

Deno.test("a published version is read as a commit is, and names itself", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const author = await account("acme");
  const { digest } = await publish(author, UPLOAD);
  const source = found(await library.source(author, X, { raw: false }));
  assert.deepEqual(source.citation, {
    kind: "version",
    skill: "acme/ad-copy",
    version: "1.0.0",
    digest,
    address: "/skills/acme/ad-copy",
    pinnedAddress: "/skills/acme/ad-copy@1.0.0",
    path: "",
    pinned: false,
    verified: false,
  });
  assert.equal(found(await browse(source, {})).total, 4);
  assert.equal(
    found(await search(source, { query: "walrus" })).items[0]?.match.path,
    "references/examples.md",
  );
  assert.equal(found(await skillFiles(source, { path: "SKILL.md" })).files.length, 4);
  const text = renderSkill(found(await loadSkill(source, { path: "SKILL.md" })), 20_000);
  assert.match(
    text,
    /^Skill: acme\/ad-copy\nMount: \/skills\/acme\/ad-copy \(skill root\)\nVersion: 1\.0\.0 /,
  );
  assert.match(text, /Find one angle\./);
  assert.match(text, /Plain\./, "what every run needs is there");
  const file = found(await readFile(source, { path: "references/examples.md" }));
  assert.match(renderFile(file, 20_000), /Buy the walrus\./);
});

Deno.test("the skills extension gives a published skill's files as they were uploaded, with their digests", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const author = await account("acme");
  await publish(author, UPLOAD);
  const source = found(await library.source(author, X, { raw: true }));
  const [entry, ...others] = found(await listSkills(source, {})).entries;
  assert.ok(entry !== undefined && others.length === 0);
  assert.equal(entry.uri, "skill://library/acme/ad-copy/SKILL.md");
  assert.deepEqual(found(await getSkill(source, { uri: entry.uri })), entry);
  const details = found(await library.files(author, X, "library"));
  assert.deepEqual(
    entry.resources.map(({ digest }) => digest),
    details.files.map(({ sha256 }) => `sha256:${sha256}`),
  );
  for (const { uri } of entry.resources) {
    const given = found(await readResource(source, { uri }));
    const bytes = "text" in given ? new TextEncoder().encode(given.text) : given.bytes;
    const path = uri.slice("skill://library/acme/ad-copy/".length);
    const uploaded = Object.entries(UPLOAD).find(([name]) => name === path)?.[1];
    assert.deepEqual(
      [...bytes],
      [...typeof uploaded === "string" ? new TextEncoder().encode(uploaded) : uploaded ?? []],
    );
  }
});

Deno.test("continuations of one version hold for no other, and not for the same files under another reading", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const author = await account("acme");
  await publish(author, UPLOAD);
  const first = found(await library.source(author, X, { raw: false }));
  const cursor = found(await browse(first, { limit: 1 })).nextCursor ?? undefined;
  await publish(author, { ...UPLOAD, "new.md": "new\n" });
  const pinned = found(await library.source(author, X, { raw: false, label: "1.0.0" }));
  assert.equal(pinned.citation.address, "/skills/acme/ad-copy@1.0.0");
  assert.ok((await browse(pinned, { limit: 1, cursor })).ok);
  const next = found(await library.source(author, X, { raw: false }));
  const raw = found(await library.source(author, X, { raw: true, label: "1.0.0" }));
  for (const source of [next, raw]) {
    const answer = await browse(source, { limit: 1, cursor });
    assert.ok(!answer.ok && answer.error.code === "request.invalid");
  }
});

Deno.test("files come back byte for byte, whatever is in them", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, account, publish } = libraryOn(kv);
  const author = await account("acme");
  const odd = {
    "SKILL.md": `\uFEFF---\r\nname: odd\r\ndescription: Odd ends.\r\n---\r\nDo it.  \r\n\r\n\t`,
    "empty.txt": "",
    "nul.bin": new Uint8Array([0, 1, 2, 0xff, 0xfe, 0]),
    "\u{1F600} a\u0301.md": "# Emoji\n",
  };
  await publish(author, odd);
  const { files, read } = found(await library.files(author, { owner: "acme", name: "odd" }, "library"));
  assert.equal(files.length, 4);
  for (const file of files) {
    const uploaded = Object.entries(odd).find(([path]) => path === file.path)?.[1];
    const expected = typeof uploaded === "string" ? new TextEncoder().encode(uploaded) : uploaded ?? [];
    assert.deepEqual([...await read(file) ?? []], [...expected], file.path);
    assert.equal(file.size, expected.length);
  }
  const content = found(await library.content(author, { owner: "acme", name: "odd" }, "library"));
  await store.activations.flush();
  const [{ skill } = assert.fail()] = await library.list(author, "library");
  assert.equal(await store.activations.activations(skill, "2030-01-01"), 1);
  assert.equal(new TextDecoder("utf-8", { ignoreBOM: true }).decode(content.bytes), odd["SKILL.md"]);
});

Deno.test("what is no path, of a blocked type or not there is told apart", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const author = await account("acme");
  await publish(author, { "SKILL.md": skillMd("x"), "a.txt": "a", "scripts/b.py": "b" });
  const ask = (path: string) => library.file(author, { owner: "acme", name: "x" }, path, "library");
  for (
    const path of [
      "../x",
      "/etc/passwd",
      "a//b",
      "a\\b",
      "./SKILL.md",
      "scripts/",
      "",
      "bin/tool.exe",
      "x".repeat(1025),
    ]
  ) {
    const answer = await ask(path);
    assert.ok(!answer.ok && answer.error.code === "request.invalid", path);
    assert.equal(answer.error.availableFiles, undefined);
  }
  const missing = await ask("references/none.md");
  assert.ok(!missing.ok);
  assert.deepEqual([missing.error.code, missing.error.availableFiles], [
    "file.not_found",
    ["SKILL.md", "a.txt", "scripts/b.py"],
  ]);
  assert.equal(found(await ask("SKILL.md")).file.path, "SKILL.md");
});
