/** The spellings of an address that people and programs send besides its own. */
import assert from "node:assert/strict";
import { PATTERNS } from "../../../contracts/rest/requests.ts";
import { gitHost } from "../../support/git_host.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { testServer } from "../../support/test_server.ts";
import { ERAS, message } from "../mcp.ts";
import { ORIGIN, restClient } from "../rest.ts";

const AT = "local/acme/library";
const BROWSE = { method: "tools/call", params: { name: "browse_repo", arguments: {} } };

const PAGE = { accept: "text/html" };

Deno.test("an address that a client escapes as one segment is the address", async () => {
  await using server = await testServer({ files: { ...LIBRARY, "acme/library/odd dir/a.md": "# A\n" } });
  const { get, ready } = await restClient(server);
  for (const [address, ok] of [[AT, true], [`${AT}/docs`, true], [`${AT}/odd%20dir`, true]] as const) {
    const own = await ready(`/api/v1/browse/${address}`);
    const escaped = await get(`/api/v1/browse/${encodeURIComponent(address)}`);
    assert.equal(own.status === 200, ok);
    assert.deepEqual([escaped.status, escaped.body], [own.status, own.body]);
  }
  // Escaped or not, an escape inside an address stands for no slash.
  const inside = await get(`/api/v1/browse/${encodeURIComponent(`${AT}/docs%2Fx`)}`);
  assert.deepEqual([inside.status, inside.body.error.code], [400, "address.encoding"]);
});

Deno.test("an address with a last slash leads to the address", async () => {
  await using server = await testServer({ files: LIBRARY });
  const locationOf = async (path: string, headers = {}) => {
    const response = await server.fetch(new Request(ORIGIN + path, { headers }));
    await response.body?.cancel();
    return [response.status, response.headers.get("location")];
  };
  assert.deepEqual(await locationOf(`/${AT}/`, PAGE), [302, `/${AT}`]);
  assert.deepEqual(await locationOf(`/${AT}/docs/?q=x`, PAGE), [302, `/${AT}/docs?q=x`]);
  assert.deepEqual(await locationOf(`/api/v1/mounts/${AT}/`), [308, `/api/v1/mounts/${AT}`]);
  assert.deepEqual(await locationOf(`/api/v1/browse/${AT}/?limit=3`), [308, `/api/v1/browse/${AT}?limit=3`]);
  assert.deepEqual(await locationOf(`/icon/${AT}/`), [308, `/icon/${AT}`]);

  for (const era of ERAS) {
    const response = await server.fetch(message(era, `${ORIGIN}/${AT}/`, BROWSE));
    assert.equal(response.status, 200);
    assert.match(await response.text(), /Acme library/);
  }
  const { send } = await restClient(server);
  assert.equal((await send("POST", `/api/v1/refresh/${AT}/`)).status, 200);
});

Deno.test("a last slash leads nowhere else", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (
    const path of ["//evil.example/", "//evil.example//", "/local//evil.example/", "/local/acme/library//"]
  ) {
    const response = await server.fetch(new Request(ORIGIN + path, { headers: PAGE }));
    await response.body?.cancel();
    assert(response.status >= 400, `${path}: ${response.status} ${response.headers.get("location")}`);
  }
  for (const path of ["/api/v1/mounts//evil.example/", "/api/v1/mounts//", "/icon//evil.example/"]) {
    const response = await server.fetch(new Request(ORIGIN + path));
    await response.body?.cancel();
    const location = response.headers.get("location");
    assert(location === null || /^\/(?:api|icon)\//.test(location), `${path}: ${location}`);
  }
});

Deno.test("what the document's patterns do not take is refused", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get, ready } = await restClient(server);
  await ready(`/api/v1/mounts/${AT}`);
  const [file, directory, address] = [PATTERNS.path, PATTERNS.directory, PATTERNS.address].map((pattern) =>
    new RegExp(pattern, "u")
  );
  for (const path of ["docs/voice.md", "a/.b/c", "...", "a b", "é"]) assert.match(path, file ?? /$^/, path);
  assert.match("", directory ?? /$^/);
  for (const path of ["/docs", "docs/", "docs//voice.md", "../x", "docs/../x", ".", "a\\b", "a\nb"]) {
    assert.doesNotMatch(path, file ?? /$^/);
    assert.doesNotMatch(path, directory ?? /$^/);
    for (const operation of ["files", "browse"]) {
      const { status } = await get(`/api/v1/${operation}/${AT}?path=${encodeURIComponent(path)}`);
      assert.equal(status, 400, path);
    }
  }
  for (const text of [AT, `${AT}@v2/marketing`, "gl/a/b/c:d"]) assert.match(text, address ?? /$^/);
  for (const text of ["local", "local/acme", "/local/acme/library", "local//library"]) {
    assert.doesNotMatch(text, address ?? /$^/);
    assert.equal((await get(`/api/v1/mounts/${text}`)).status, 400, text);
  }
});

Deno.test("a hash of SHA-256 is told from a ref that does not exist, on every host", async () => {
  await using odd = await createGitRepository({ "README.md": "# Read me\n" }, { objectFormat: "sha256" });
  await using usual = await createGitRepository({ "README.md": "# Read me\n" });
  await using git = createGitHttpServer({
    repositories: new Map([["acme/odd", odd.gitDir], ["acme/usual", usual.gitDir]]),
  });
  await using server = await testServer({
    directories: new Map([["acme/odd", odd.directory], ["acme/usual", usual.directory]]),
    hosts: [gitHost({ baseUrl: git.url })],
  });
  const { get } = await restClient(server);
  for (const host of ["local", "code"]) {
    for (const ref of ["0".repeat(64), await odd.git(["rev-parse", "HEAD"])]) {
      const refused = await get(`/api/v1/mounts/${host}/acme/odd@${ref}`);
      assert.deepEqual([refused.status, refused.body.error.code], [422, "mount.unsupported"], host);
      const missing = await get(`/api/v1/mounts/${host}/acme/usual@${ref}`);
      assert.deepEqual([missing.status, missing.body.error.code], [404, "mount.ref_not_found"], host);
    }
  }
});
