/** Installs without an agent: archives and discovery, by independent readers over the whole server. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { createGitRepository } from "../support/git_repository.ts";
import { hostileRepositories, ODD_NAMES } from "../support/hostile_repositories.ts";
import { type TestServer, testServer } from "../support/test_server.ts";
import { fetchSkill, indexOf, installAll, installAllOlder, plain, unzipped } from "../support/installer.ts";
import { publishedFiles } from "../support/published_files.ts";
import { restClient } from "./_rest.ts";
import { SKILLS } from "./_skills_repository.ts";

const ORIGIN = "http://127.0.0.1";
const ADDRESS = `${ORIGIN}/local/acme/skills`;
const FILES = Object.fromEntries(Object.entries(SKILLS).map(([path, text]) => [`acme/skills/${path}`, text]));

const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;

const get = (server: TestServer, path: string, init: RequestInit = {}) =>
  server.fetch(new Request(ORIGIN + path, init));

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).error.code];
}

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

Deno.test("the origin itself offers no skills, and nothing else answers below an address", async () => {
  await using server = await testServer({ files: FILES });
  for (
    const path of [
      "/.well-known/agent-skills/index.json",
      "/.well-known/skills/index.json",
      "/local/acme/skills/.well-known/agent-skills/",
      "/local/acme/skills/.well-known/agent-skills/outer",
      "/local/acme/skills/.well-known/agent-skills/Outer.zip",
      "/local/acme/skills/.well-known/skills/outer.zip",
      "/local/acme/skills/.well-known/other/index.json",
      "/local/acme/skills/.well-known",
    ]
  ) assert.deepEqual(await codeOf(await get(server, path)), [404, "route.not_found"], path);
  const below = "/local/acme/skills/.well-known";
  for (
    const [path, status, code] of [
      [`${below}/agent-skills/no-such.zip`, 404, "skill.not_found"],
      [`${below}/agent-skills/secret/SKILL.md`, 404, "skill.not_found"],
      [`${below}/skills/outer/no-such.md`, 404, "file.not_found"],
      [`${below}/skills/outer/%2e%2e%2f%2e%2e%2fREADME.md`, 404, "file.not_found"],
      [`${below}/skills/outer/%E0%A4%A`, 404, "file.not_found"],
      [`${below}/skills/outer/%00`, 404, "file.not_found"],
      [`${below}/agent-skills/index.json?commit=main`, 400, "request.invalid"],
      [`${below}/agent-skills/index.json?other=1`, 400, "request.invalid"],
      [`${below}/agent-skills/outer.zip?commit=${"0".repeat(40)}`, 404, "mount.ref_not_found"],
      ["/local/acme/nothing/.well-known/agent-skills/index.json", 404, "mount.repo_not_found"],
      ["/local/acme/skills/no/such/.well-known/skills/index.json", 404, "mount.path_not_found"],
      ["/api/v1/archive/local/acme/skills", 400, "request.invalid"],
      ["/api/v1/archive/local/acme/skills?path=area/outer", 404, "skill.not_found"],
      ["/api/v1/archive/local/acme/skills?path=secret/SKILL.md", 404, "skill.not_found"],
      ["/api/v1/archive/local/acme/skills?path=../SKILL.md", 400, "request.invalid"],
      ["/api/v1/archive/local/acme/skills?path=area/outer/SKILL.md&format=rar", 400, "request.invalid"],
      ["/api/v1/archive/local/acme/nothing?path=SKILL.md", 404, "mount.repo_not_found"],
    ] as const
  ) assert.deepEqual(await codeOf(await get(server, path)), [status, code], path);
  for (const path of [`${below}/skills/index.json`, "/api/v1/archive/local/acme/skills?path=a"]) {
    const response = await get(server, path, { method: "POST", body: "{}" });
    assert.equal(response.headers.get("allow"), "GET, HEAD");
    assert.deepEqual(await codeOf(response), [405, "method.not_allowed"]);
  }
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

Deno.test("every answer of the archive route is one that the published document names", async () => {
  await using server = await testServer({
    files: {
      ...FILES,
      "acme/skills/kept/SKILL.md": skill("kept", "license: Proprietary\n"),
      "acme/skills/large/SKILL.md": skill("large"),
      ...Object.fromEntries(
        Array.from({ length: 1000 }, (_, index) => [`acme/skills/large/${index}.txt`, ""]),
      ),
    },
    environment: { LOCAL_VERIFIED: "0" },
  });
  const rest = await restClient(server);
  const path = "/api/v1/archive/local/acme/skills";
  const one = `${path}?path=area/outer/SKILL.md`;
  assert.equal((await rest.get(one)).status, 503);
  const { status, headers } = await rest.ready(one);
  assert.equal(status, 200);
  for (
    const [status, asked, sent] of [
      [200, `${one}&format=tar.gz`, {}],
      [304, one, { "if-none-match": headers.get("etag") ?? "" }],
      [400, path, {}],
      [404, `${path}?path=area/SKILL.md`, {}],
      [413, `${path}?path=large/SKILL.md`, {}],
      [451, `${path}?path=kept/SKILL.md`, {}],
    ] as const
  ) assert.equal((await rest.get(asked, sent)).status, status, asked);
  assert.equal((await rest.send("HEAD", one)).status, 200);
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

Deno.test("an index waits for a commit that is being indexed, an archive does not", async () => {
  await using server = await testServer({ files: FILES });
  const archive = await get(server, "/api/v1/archive/local/acme/skills?path=area/outer/SKILL.md");
  assert.equal(archive.headers.get("retry-after"), "5");
  assert.deepEqual(await codeOf(archive), [503, "index.indexing"]);
  await indexOf(server.fetch, ADDRESS);

  await using hasty = await testServer({ files: FILES, environment: { INDEX_WAIT_MS: "0" } });
  const index = await get(hasty, "/local/acme/skills/.well-known/agent-skills/index.json");
  assert.equal(index.headers.get("retry-after"), "5");
  assert.deepEqual(await codeOf(index), [503, "index.indexing"]);
});

Deno.test("what is only described cannot be had", async () => {
  await using server = await testServer({
    files: {
      "acme/one/open/SKILL.md": skill("open"),
      "acme/one/open/kept/SKILL.md": skill("kept", "license: Proprietary\n"),
      "acme/one/open/kept/secret.md": "Walrus.\n",
      "acme/one/open/note.md": "Open.\n",
    },
    environment: { LOCAL_VERIFIED: "0" },
  });
  const address = `${ORIGIN}/local/acme/one`;
  const installed = await installAll(server.fetch, address);
  assert.deepEqual([...installed.keys()], ["open"]);
  assert.deepEqual([...installed.get("open")?.keys() ?? []], ["SKILL.md", "note.md"]);
  assert.deepEqual((await indexOf(server.fetch, address)).notListed, []);
  for (const path of ["agent-skills/kept.zip", "agent-skills/kept/SKILL.md", "skills/kept/secret.md"]) {
    assert.equal((await get(server, `/local/acme/one/.well-known/${path}`)).status, 404, path);
  }
  assert.equal((await get(server, "/local/acme/one/.well-known/skills/open/kept/secret.md")).status, 404);
  for (const format of ["zip", "tar.gz"]) {
    const path = `/api/v1/archive/local/acme/one?path=open/kept/SKILL.md&format=${format}`;
    const refused = await get(server, path);
    const { error } = await refused.json();
    assert.deepEqual([refused.status, error.code], [451, "file.described_only"]);
    assert.deepEqual(error.details.licence, { label: "Proprietary", path: "open/kept/SKILL.md" });
  }
});

Deno.test("a skill that is too large for installers, or for the room of a tar header, is refused with a next step", async () => {
  const long = `${"p".repeat(120)}/${"n".repeat(120)}.md`;
  await using server = await testServer({
    files: {
      "acme/one/a/SKILL.md": skill("a"),
      [`acme/one/a/${long}`]: "Long.\n",
      "acme/one/b/SKILL.md": skill("b"),
      ...Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`acme/one/b/${index}.txt`, ""])),
    },
  });
  const { skills, notListed } = await indexOf(server.fetch, `${ORIGIN}/local/acme/one`);
  assert.deepEqual(skills.map(({ name }) => name), ["a"]);
  assert.deepEqual(notListed, [{ path: "b/SKILL.md", reason: "too_large" }]);
  const archive = "/api/v1/archive/local/acme/one?path=";
  const large = await get(server, `${archive}b/SKILL.md`);
  assert.match((await large.clone().json()).error.message, /at most 1000 files.*: Read the files/);
  assert.deepEqual(await codeOf(large), [413, "skill.too_large"]);

  const tar = await get(server, `${archive}a/SKILL.md&format=tar.gz`);
  const { error } = await tar.json();
  assert.deepEqual([tar.status, error.code, error.details.path], [400, "request.invalid", long]);
  assert.match(error.message, /Take format=zip$/);
  const zip = await get(server, `${archive}a/SKILL.md`);
  assert.deepEqual([...unzipped(await zip.bytes()).keys()], ["SKILL.md", long]);
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
