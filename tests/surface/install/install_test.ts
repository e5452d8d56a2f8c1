/** Installs without an agent: archives and discovery, by independent readers over the whole server. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { createGitRepository } from "../../support/git_repository.ts";
import { hostileRepositories, ODD_NAMES } from "../../support/hostile_repositories.ts";
import { type TestServer, testServer } from "../../support/test_server.ts";
import {
  fetchSkill,
  indexOf,
  installAll,
  installAllOlder,
  plain,
  unzipped,
} from "../../support/installer.ts";
import { publishedFiles } from "../../support/published_files.ts";
import { ADDRESS, FILES, get, ORIGIN, skill } from "./_install.ts";

Deno.test("installers get every skill, byte for byte what the skills extension gives", async () => {
  await using server = await testServer({ files: FILES });
  const published = await publishedFiles(`${server.listen()}/local/acme/skills`);
  const installed = await installAll(server.fetch, ADDRESS);
  for (const [name, files] of published) {
    assert.deepEqual(plain(installed.get(name)), plain(files), name);
  }
  const unpublished = [...installed.keys()].filter((name) => !published.has(name));
  assert.deepEqual(unpublished, ["another-name"]);

  // A file whose name does not survive in a URL keeps its skill from the installers of before.
  const older = await installAllOlder(server.fetch, ADDRESS);
  assert.deepEqual([...installed.keys()].filter((name) => !older.has(name)), ["outer"]);
  for (const [name, files] of older) {
    assert.deepEqual(plain(files), plain(installed.get(name)), name);
  }
});

Deno.test("an archive of either format holds the files that installers get, SKILL.md at its root", async () => {
  await using server = await testServer({ files: FILES });
  const outer = (await installAll(server.fetch, ADDRESS)).get("outer") ?? new Map();
  const path = "/api/v1/archive/local/acme/skills?path=area/outer/SKILL.md";
  const zip = await get(server, path);
  assert.equal(zip.headers.get("content-type"), "application/zip");
  assert.equal(zip.headers.get("content-disposition"), 'attachment; filename="outer.zip"');
  const bytes = await zip.bytes();
  assert.equal(zip.headers.get("content-length"), String(bytes.length));
  assert.deepEqual(plain(unzipped(bytes)), plain(outer));

  const tar = await get(server, `${path}&format=tar.gz`);
  assert.equal(tar.headers.get("content-type"), "application/gzip");
  assert.equal(tar.headers.get("content-disposition"), 'attachment; filename="outer.tar.gz"');
  const entries = await unpackTar(gunzipSync(await tar.bytes()));
  assert(entries.every(({ header }) => header.type === "file"));
  assert.deepEqual(
    plain(new Map(entries.map(({ header, data }) => [header.name, data ?? new Uint8Array()]))),
    plain(outer),
  );
});

Deno.test("an index is the same below every form of an address, and clipped to its directory", async () => {
  await using server = await testServer({ files: FILES });
  const whole = await indexOf(server.fetch, ADDRESS);
  const part = await indexOf(server.fetch, `${ADDRESS}/area/outer`);
  assert.deepEqual(part.skills.map(({ name }) => name), ["outer", "inner", "another-name"]);
  for (const entry of part.skills) {
    assert.deepEqual(entry, whole.skills.find(({ name }) => name === entry.name));
    await fetchSkill(server.fetch, `${ADDRESS}/area/outer`, entry);
  }
  const [, commit] = /\?commit=([0-9a-f]{40})$/.exec(whole.skills[0]?.url ?? "") ?? [];
  const pinned = await get(server, `/local/acme/skills@${commit}/.well-known/agent-skills/index.json`);
  assert.deepEqual(await pinned.json(), whole);
  assert.equal(pinned.headers.get("cache-control"), "public, max-age=86400");
});

Deno.test("an index keeps its promise when the branch moves before its artifacts are fetched", async () => {
  await using server = await testServer({});
  await using repository = await createGitRepository(
    { "a/SKILL.md": skill("a"), "a/note.md": "Before.\n" },
    { directory: `${server.root}/acme/one` },
  );
  const before = await repository.git(["rev-parse", "HEAD"]);
  await repository.commit({ "a/note.md": "After.\n" });
  const address = `${ORIGIN}/local/acme/one`;
  const [promised] = (await indexOf(server.fetch, `${address}@${before}`)).skills;
  const [newer] = (await indexOf(server.fetch, address)).skills;
  assert(promised !== undefined && newer !== undefined);
  assert.notEqual(promised.digest, newer.digest);
  for (const [entry, note] of [[promised, "Before.\n"], [newer, "After.\n"]] as const) {
    const files = await fetchSkill(server.fetch, address, entry);
    assert.equal(Buffer.from(files.get("note.md") ?? []).toString(), note);
  }
});

Deno.test("the digest of an archive stays while its skill stays, whatever else is pushed", async () => {
  const files = { "acme/one/a/SKILL.md": skill("a"), "acme/one/a/note.md": "Note.\n" };
  await using first = await testServer({ files });
  await using second = await testServer({ files: { ...files, "acme/one/b/SKILL.md": skill("b") } });
  const address = `${ORIGIN}/local/acme/one`;
  const digestsOf = async (server: TestServer) =>
    (await indexOf(server.fetch, address)).skills.map(({ digest }) => digest);
  assert.equal((await digestsOf(first))[0], (await digestsOf(second))[0]);
});

Deno.test("every answer can be kept: HEAD tells its headers, and its tag is worth a 304", async () => {
  await using server = await testServer({ files: FILES });
  for (
    const path of [
      "/local/acme/skills/.well-known/agent-skills/index.json",
      "/local/acme/skills/.well-known/agent-skills/outer.zip",
      "/local/acme/skills/.well-known/agent-skills/outer/SKILL.md",
      "/local/acme/skills/.well-known/skills/index.json",
      "/local/acme/skills/.well-known/skills/outer/inner/deep/data.json",
      "/api/v1/archive/local/acme/skills?path=area/outer/SKILL.md",
      "/api/v1/archive/local/acme/skills?path=area/outer/SKILL.md&format=tar.gz",
    ]
  ) {
    // The first request has the commit indexed.
    await get(server, "/local/acme/skills/.well-known/skills/index.json");
    const whole = await get(server, path);
    const bytes = await whole.bytes();
    assert.equal(whole.status, 200, path);
    const head = await get(server, path, { method: "HEAD" });
    assert.equal((await head.bytes()).length, 0);
    const told = (response: Response) =>
      ["etag", "content-type", "content-length", "content-disposition"].map((name) =>
        response.headers.get(name)
      );
    assert.deepEqual(told(head), told(whole), path);
    const length = whole.headers.get("content-length");
    assert(length === String(bytes.length) || (length === null && path.endsWith("tar.gz")), path);
    assert.match(whole.headers.get("cache-control") ?? "", /^public, max-age=\d+$/);
    const etag = whole.headers.get("etag") ?? "";
    const again = await get(server, path, { headers: { "if-none-match": `W/${etag}` } });
    assert.deepEqual([again.status, again.headers.get("etag")], [304, etag], path);
  }
});

Deno.test("no file of a repository is shown on this origin", async () => {
  await using server = await testServer({
    files: { "acme/one/a/SKILL.md": skill("a"), "acme/one/a/x.html": "<script>alert(1)</script>" },
  });
  const response = await get(server, "/local/acme/one/.well-known/skills/a/x.html");
  assert.equal(await response.text(), "<script>alert(1)</script>");
  assert.equal(response.headers.get("content-type"), "application/octet-stream");
  assert.equal(response.headers.get("content-disposition"), "attachment");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
});

Deno.test("a description longer than installers take is shortened in an index, between characters", async () => {
  const long = `${"🜁".repeat(511)}x🜁`;
  await using server = await testServer({
    files: { "acme/one/a/SKILL.md": `---\nname: a\ndescription: ${long}${"y".repeat(600)}\n---\nDo.\n` },
  });
  const { skills: [entry] } = await indexOf(server.fetch, `${ORIGIN}/local/acme/one`);
  assert.equal(entry?.description, `${"🜁".repeat(511)}x`);
});

Deno.test("a hostile name stays out of headers and of file systems", async () => {
  await using server = await testServer({
    files: {
      "acme/one/a/SKILL.md": skill('"x\\"; filename=evil.exe"'),
      "acme/one/b/SKILL.md": skill("../../etc/passwd"),
      "acme/one/c/SKILL.md": skill("語"),
    },
  });
  assert.deepEqual((await indexOf(server.fetch, `${ORIGIN}/local/acme/one`)).skills, []);
  for (
    const [path, name] of [["a", "x-filename-evil-exe"], ["b", "etc-passwd"], ["c", "skill"]] as const
  ) {
    const response = await get(server, `/api/v1/archive/local/acme/one?path=${path}/SKILL.md`);
    assert.equal(response.headers.get("content-disposition"), `attachment; filename="${name}.zip"`);
  }
});

Deno.test("cases, file names, traversal, links, odd trees, root skill: archives hold plain files of the skill alone", async () => {
  const kinds = [
    "file-names",
    "traversal",
    "symlinks",
    "odd-trees",
    "root-skill-and-nested-skills",
    "same-name-twice",
  ];
  await using repositories = await hostileRepositories(kinds);
  const directories = kinds.map((kind) =>
    [`hostile/${kind}`, repositories.repository(kind).directory] as const
  );
  await using server = await testServer({ directories: new Map(directories) });
  const install = (kind: string) => installAll(server.fetch, `${ORIGIN}/local/hostile/${kind}`);

  const names = (await install("file-names")).get("names") ?? new Map();
  assert.deepEqual([...names.keys()].toSorted(), ["SKILL.md", ...ODD_NAMES].toSorted());
  for (const name of ODD_NAMES) assert.equal(Buffer.from(names.get(name)).toString(), `Named ${name}\n`);
  assert.deepEqual([...await installAllOlder(server.fetch, `${ORIGIN}/local/hostile/file-names`)], []);

  const root = await install("root-skill-and-nested-skills");
  assert.deepEqual([...root.keys()].toSorted(), ["a", "root-skill"]);
  assert.deepEqual([...root.get("root-skill")?.keys() ?? []], [
    "SKILL.md",
    "guide.md",
    "skills/a/SKILL.md",
    "skills/a/notes.md",
  ]);

  for (const [kind, forbidden] of [["traversal", "passwd"], ["symlinks", "secret.md"]] as const) {
    const installed = await install(kind);
    assert(installed.size > 0, kind);
    for (const files of installed.values()) {
      assert(![...files.keys()].some((path) => path.includes(forbidden)), kind);
    }
  }
  await install("odd-trees");

  const twice = await indexOf(server.fetch, `${ORIGIN}/local/hostile/same-name-twice`);
  assert.deepEqual(twice.skills.map(({ name }) => name), ["refunds"]);
  assert.deepEqual(twice.notListed.map(({ reason }) => reason), ["name_taken"]);
});
