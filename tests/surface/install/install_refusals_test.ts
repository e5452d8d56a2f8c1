/** What installers are refused, and how they are told. */
import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { indexOf, installAll, unzipped } from "../../support/installer.ts";
import { restClient } from "../rest.ts";
import { ADDRESS, codeOf, FILES, get, ORIGIN, skill } from "./_install.ts";

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

Deno.test("what is described only cannot be had", async () => {
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

Deno.test("installers are not offered a skill whose metadata says that it is internal, and a text that looks so is none", async () => {
  await using server = await testServer({
    files: {
      "acme/one/public/SKILL.md": skill("public"),
      "acme/one/quoted/SKILL.md": skill("quoted", 'metadata: {internal: "true"}\n'),
      "acme/one/secretive/SKILL.md": skill("secretive", "metadata:\n  internal: true\n"),
      "acme/one/closed/SKILL.md": skill("closed", "disable-model-invocation: true\neffort: 3\n"),
    },
  });
  const address = `${ORIGIN}/local/acme/one`;
  const { skills, notListed } = await indexOf(server.fetch, address);
  assert.deepEqual(skills.map(({ name }) => name), ["closed", "public", "quoted"]);
  assert.deepEqual(notListed, [{ path: "secretive/SKILL.md", reason: "internal" }]);
  const installed = await installAll(server.fetch, address);
  const document = new TextDecoder().decode(installed.get("closed")?.get("SKILL.md"));
  assert.match(document, /^disable-model-invocation: true\neffort: 3$/m);
});
