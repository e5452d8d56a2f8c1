/** What the REST API refuses, and how it says so. */
import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { restClient } from "../rest.ts";

const AT = "local/acme/library";
const LONG = "a".repeat(1025);

const REFUSED: readonly (readonly [path: string, status: number, code: string])[] = [
  ["mounts", 400, "address.invalid"],
  ["mounts/", 400, "address.invalid"],
  ["mounts/local", 400, "address.invalid"],
  ["mounts/local/acme", 400, "address.invalid"],
  ["mounts/other/acme/library", 400, "address.host_unknown"],
  [`mounts/${AT}//x`, 400, "address.path_invalid"],
  [`mounts/${AT}/a%2fb`, 400, "address.encoding"],
  [`mounts/${AT}/%zz`, 400, "address.encoding"],
  [`mounts/${AT}/%252e%252e`, 404, "mount.path_not_found"],
  [`mounts/${AT}@a..b`, 400, "address.ref_invalid"],
  [`mounts/${AT}/${"a/".repeat(1200)}a`, 400, "address.too_long"],
  ["mounts/local/acme/missing", 404, "mount.repo_not_found"],
  [`mounts/${AT}@missing`, 404, "mount.ref_not_found"],
  [`mounts/${AT}/missing`, 404, "mount.path_not_found"],
  [`mounts/${AT}?x=1`, 400, "request.invalid"],
  [`browse/${AT}?path=missing`, 404, "folder.not_found"],
  [`browse/${AT}?path=docs/voice.md`, 404, "folder.not_found"],
  [`browse/${AT}?path=../etc`, 400, "request.invalid"],
  [`browse/${AT}?path=%2fetc%2fpasswd`, 400, "request.invalid"],
  [`browse/${AT}?path=a%00b`, 400, "request.invalid"],
  [`browse/${AT}?path=a%5cb`, 400, "request.invalid"],
  [`browse/${AT}?path=${LONG}`, 400, "request.invalid"],
  [`browse/${AT}?limit=201`, 400, "request.invalid"],
  [`browse/${AT}?cursor=AAAAAQAAAAAAAAAAAAAAAA`, 400, "request.invalid"],
  [`browse/${AT}?path=docs&path=docs`, 400, "request.invalid"],
  [`browse/${AT}/docs?path=marketing`, 404, "folder.not_found"],
  [`search/${AT}`, 400, "request.invalid"],
  [`search/${AT}?query=+`, 400, "request.invalid"],
  [`search/${AT}?query=${"a".repeat(501)}`, 400, "request.invalid"],
  [`search/${AT}?query=a&limit=26`, 400, "request.invalid"],
  [`skills/${AT}`, 400, "request.invalid"],
  [`skills/${AT}?path=docs/voice.md`, 404, "skill.not_found"],
  [`skills/${AT}?path=marketing/skills/broken/SKILL.md`, 404, "skill.not_found"],
  [`files/${AT}`, 400, "request.invalid"],
  [`files/${AT}?path=missing.md`, 404, "file.not_found"],
  [`files/${AT}?path=docs`, 404, "file.not_found"],
  [`files/${AT}?path=docs/voice.md&offset=23`, 400, "request.invalid"],
  [`files/${AT}?path=docs/voice.md&limit=100001`, 400, "request.invalid"],
  [`files/${AT}?path=marketing/skills/ad-copy/logo.bin`, 415, "file.not_text"],
  [`files/${AT}/docs?path=marketing/SKILLCDN.md`, 404, "file.not_found"],
  [`raw/${AT}`, 400, "request.invalid"],
  [`raw/${AT}?path=missing.md`, 404, "file.not_found"],
  [`raw/${AT}?path=../voice.md`, 400, "request.invalid"],
  [`raw/${AT}/docs?path=marketing/SKILLCDN.md`, 404, "file.not_found"],
  [`badge/${AT}?style=flat`, 400, "request.invalid"],
  [`nothing/${AT}`, 404, "route.not_found"],
  [`brow%73e/${AT}`, 404, "route.not_found"],
  [`browse${AT}`, 404, "route.not_found"],
];

Deno.test("every refusal has the status of its code, no tag and no cache", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get, ready } = await restClient(server);
  await ready(`/api/v1/mounts/${AT}`);
  await ready(`/api/v1/mounts/${AT}/docs`);
  for (const [path, status, code] of REFUSED) {
    const answer = await get(`/api/v1/${path}`);
    const { error } = answer.body;
    assert.deepEqual([answer.status, error.code], [status, code], path);
    assert.match(error.message, /^[A-Z][^\n]*[^.\n]$/, path);
    assert.equal(answer.headers.get("cache-control"), "no-store", path);
    assert.equal(answer.headers.get("etag"), null, path);
    assert.equal(answer.headers.get("content-type"), "application/json", path);
  }
});

Deno.test("a parameter that does not exist or comes twice is named", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get } = await restClient(server);
  const messageOf = async (path: string) => (await get(`/api/v1/${path}`)).body.error.message;
  assert.equal(
    await messageOf(`browse/${AT}?pth=docs&depth=2`),
    'The request is not valid: there is no parameter "pth", "depth": the parameters are path, cursor, limit',
  );
  assert.equal(
    await messageOf(`browse/${AT}?limit=1&limit=2`),
    'The request is not valid: given more than once: "limit"',
  );
});

Deno.test("reading a file does not wait for an index, and says when to come again", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get } = await restClient(server);
  for (const name of ["files", "raw"]) {
    const { status, headers, body } = await get(`/api/v1/${name}/${AT}?path=docs/voice.md`);
    assert.equal(status, 503);
    assert.equal(headers.get("retry-after"), "5");
    assert.deepEqual(body.error, {
      code: "index.indexing",
      message: "The commit is being indexed: Repeat the request in a few seconds: indexing goes on meanwhile",
      details: { retryAfterSeconds: 5 },
    });
  }
});

Deno.test("a file over the read limit is named with its size", async () => {
  const files = { ...LIBRARY, "acme/library/docs/long.md": "x".repeat(2000) };
  await using server = await testServer({ files, environment: { READ_MAX_FILE_BYTES: "1024" } });
  const { get, ready } = await restClient(server);
  await ready(`/api/v1/mounts/${AT}`);
  for (const name of ["files", "raw"]) {
    const { status, body } = await get(`/api/v1/${name}/${AT}?path=docs/long.md`);
    assert.deepEqual([status, body.error.code, body.error.details], [413, "file.too_large", {
      path: "docs/long.md",
      size: 2000,
    }]);
  }
});

Deno.test("HEAD answers as GET does, OPTIONS lets any origin ask, and nothing else is allowed", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get, send, ready } = await restClient(server);
  for (
    const path of [`mounts/${AT}`, `search/${AT}?query=ads`, `raw/${AT}?path=docs/voice.md`, `badge/${AT}`]
  ) {
    const whole = await ready(`/api/v1/${path}`);
    const head = await send("HEAD", `/api/v1/${path}`);
    assert.deepEqual([head.status, head.text], [200, ""], path);
    for (const name of ["etag", "cache-control", "content-type"]) {
      assert.equal(head.headers.get(name), whole.headers.get(name), `${path} ${name}`);
    }
    const preflight = await send("OPTIONS", `/api/v1/${path}`);
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
    assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /if-none-match/);
    assert.equal((await get(`/api/v1/${path}`)).headers.get("access-control-allow-origin"), "*");
    for (const method of ["POST", "PUT", "DELETE"]) {
      const refused = await send(method, `/api/v1/${path}`);
      assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD"], method);
    }
  }
  const refused = await send("GET", `/api/v1/refresh/${AT}`);
  assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "POST"]);
});

Deno.test("there is no icon of what this machine serves, and none of nothing", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get } = await restClient(server);
  for (const [path, code] of [[AT, "file.not_found"], ["local/acme/missing", "mount.repo_not_found"]]) {
    const { status, body } = await get(`/icon/${path}`);
    assert.deepEqual([status, body.error.code], [404, code]);
  }
});

Deno.test("refreshing is limited for each repository and for each client", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { send, ready } = await restClient(server);
  await ready(`/api/v1/mounts/${AT}`);
  assert.equal((await send("POST", `/api/v1/refresh/${AT}`)).status, 200);
  const again = await send("POST", `/api/v1/refresh/${AT}`);
  assert.deepEqual([again.status, again.body.error.code], [429, "rate.limited"]);
  const wait = Number(again.headers.get("retry-after"));
  assert(wait > 0 && wait <= 10, `${wait}`);
  for (
    const spelling of [
      "local/ACME/library",
      "local/acme/%6cibrary",
      "local/acme/library@main",
      "local/acme/library@other",
      "local/acme/library@main:marketing",
      "local/acme/library/marketing",
      "local/acme/library/nothing",
    ]
  ) {
    assert.equal((await send("POST", `/api/v1/refresh/${spelling}`)).status, 429, spelling);
  }
  const statuses = new Set<number>();
  for (let count = 0; count < 40; count++) {
    statuses.add((await send("POST", `/api/v1/refresh/local/acme/missing${count}`)).status);
  }
  assert.deepEqual([...statuses], [404, 429]);
});
