/** Bytes over the REST API: exactly those of the repository, and harmless in a browser. */
import assert from "node:assert/strict";
import { hostileRepositories, ODD_NAMES, PDF, PNG, WITH_NUL } from "../../support/hostile_repositories.ts";
import { testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { ORIGIN, restClient } from "../rest.ts";

const AT = "/api/v1/raw/local/acme/library";

/** What a page could be made to run or load, by what a repository calls its files. */
const ACTIVE: Readonly<Record<string, string>> = {
  "a.html": "<script>alert(1)</script>",
  "a.htm": "<script>alert(1)</script>",
  "a.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  "a.svg": '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  "a.xml": '<?xml-stylesheet href="a.xsl"?><a/>',
  "a.pdf": "%PDF-1.4\n",
  "a.js": "alert(1)",
  "a.mjs": "alert(1)",
  "a.css": "body{}",
  "a.wasm": "\0asm",
  "a.exe": "MZ",
  "a.zip": "PK",
  "A.HTML": "<script>alert(1)</script>",
  "a.shtml": "<script>alert(1)</script>",
  "a.md": "<script>alert(1)</script>",
  "a": "<script>alert(1)</script>",
};

Deno.test("GET /api/v1/raw gives nothing that a browser runs on this origin", async () => {
  const files = Object.entries(ACTIVE).map(([name, text]) => [`acme/library/skills/x/${name}`, text]);
  const skill = { "acme/library/skills/x/SKILL.md": "---\nname: x\ndescription: X.\n---\nX\n" };
  await using server = await testServer({ files: { ...skill, ...Object.fromEntries(files) } });
  const { get, ready } = await restClient(server);
  await ready("/api/v1/mounts/local/acme/library");
  const shown: string[] = [];
  for (const [name, text] of Object.entries(ACTIVE)) {
    const answer = await get(`${AT}?path=skills/x/${name}`);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.text, text);
    const { headers } = answer;
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(
      headers.get("content-security-policy"),
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    );
    const type = headers.get("content-type") ?? "";
    assert(!/javascript|css/.test(type), `${name} is ${type}`);
    if (headers.get("content-disposition")?.startsWith("inline")) shown.push(`${name} ${type}`);
  }
  assert.deepEqual(shown, [
    "a.xhtml text/plain; charset=utf-8",
    "a.js text/plain; charset=utf-8",
    "a.mjs text/plain; charset=utf-8",
    "a.css text/plain; charset=utf-8",
    "a.exe text/plain; charset=utf-8",
    "a.shtml text/plain; charset=utf-8",
    "a.md text/markdown; charset=utf-8",
    "a text/plain; charset=utf-8",
  ]);
});

Deno.test("GET /api/v1/raw gives the repository's bytes (kinds: binary, file names)", async () => {
  await using repositories = await hostileRepositories(["binary", "file-names"]);
  const directories = new Map(
    ["binary", "file-names"].map((kind) =>
      [`hostile/${kind}`, repositories.repository(kind).directory] as const
    ),
  );
  await using server = await testServer({ directories });
  const { get, ready } = await restClient(server);
  const bytesOf = async (kind: string, path: string) => {
    const query = new URLSearchParams({ path });
    const response = await server.fetch(
      new Request(`${ORIGIN}/api/v1/raw/local/hostile/${kind}?${query}`),
    );
    return await response.bytes();
  };
  await ready("/api/v1/mounts/local/hostile/binary");
  assert.deepEqual(await bytesOf("binary", "skills/bytes/logo.png"), PNG);
  assert.deepEqual(await bytesOf("binary", "skills/bytes/paper.pdf"), PDF);
  assert.equal(new TextDecoder().decode(await bytesOf("binary", "skills/bytes/nul.txt")), WITH_NUL);
  const big = await get("/api/v1/raw/local/hostile/binary?path=skills/bytes/big.bin");
  assert.deepEqual([big.status, big.headers.get("content-type")], [413, "application/json"]);
  assert.deepEqual(big.body.error.details, { path: "skills/bytes/big.bin", size: 5_000_000 });

  await ready("/api/v1/mounts/local/hostile/file-names");
  for (const name of ODD_NAMES) {
    const text = new TextDecoder().decode(await bytesOf("file-names", `skills/names/${name}`));
    assert.equal(text, `Named ${name}\n`);
    const query = new URLSearchParams({ path: `skills/names/${name}` });
    const { body } = await get(`/api/v1/files/local/hostile/file-names?${query}`);
    assert.equal(body.content, `Named ${name}\n`);
    const { headers } = await get(`/api/v1/raw/local/hostile/file-names?${query}`);
    assert.match(
      headers.get("content-disposition") ?? "",
      /^inline; filename="[\w. -]*"(; filename\*=UTF-8''\S+)?$/,
    );
  }
});

Deno.test("GET /api/v1/raw gives parts of a file", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get, send, ready } = await restClient(server);
  const path = `${AT}?path=docs/voice.md`;
  const whole = await ready(path);
  assert.equal(whole.text, "# Voice\n\nPlain words.\n");
  assert.equal(whole.headers.get("accept-ranges"), "bytes");
  const etag = whole.headers.get("etag") ?? "";

  const part = await get(path, { range: "bytes=2-6", "if-range": etag });
  assert.deepEqual([part.status, part.text, part.headers.get("content-range"), part.headers.get("etag")], [
    206,
    "Voice",
    "bytes 2-6/22",
    etag,
  ]);
  const end = await get(path, { range: "bytes=-7" });
  assert.deepEqual([end.status, end.text, end.headers.get("content-range")], [
    206,
    "words.\n",
    "bytes 15-21/22",
  ]);
  const beyond = await get(path, { range: "bytes=22-" });
  assert.deepEqual(
    [beyond.status, beyond.headers.get("content-range"), beyond.body.error.code],
    [416, "bytes */22", "request.range_invalid"],
  );
  for (
    const headers of [
      { range: "bytes=0-1,3-4" },
      { range: "chapters=1-2" },
      { range: "bytes=2-6", "if-range": '"other"' },
      { range: "bytes=2-6", "if-range": `W/${etag}` },
    ]
  ) {
    const answer = await get(path, headers);
    assert.deepEqual([answer.status, answer.text], [200, whole.text], JSON.stringify(headers));
  }
  assert.equal((await get(path, { range: "bytes=2-6", "if-none-match": etag })).status, 304);
  const head = await send("HEAD", path, { range: "bytes=2-6" });
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, "22"]);
});
