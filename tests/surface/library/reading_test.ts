/** What the library answers to who reads it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { unpackTar } from "modern-tar";
import { verifies } from "../../requirements/verifies.ts";
import { type KeyClient, libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function digestIn(headers: Headers): string {
  const [, text = ""] = /^sha-256=:(.+):$/.exec(headers.get("repr-digest") ?? "") ?? [];
  return Buffer.from(text, "base64").toString("hex");
}

async function usedBy(client: KeyClient): Promise<number> {
  return (await client.get("/api/v1/account")).body.usage.used;
}

Deno.test(
  verifies(["rest.library.etag"], "the list has a tag of its own text, and asking again is free"),
  async () => {
    await using stage = await libraryServer();
    const account = await stage.account("acme", "publisher");
    const writer = await account.client();
    await writer.publish(skillOf("one"));
    const reader = await account.client({ writes: false });
    const first = await reader.get(PATH);
    assert.match(first.headers.get("cache-control") ?? "", /\bprivate\b/);
    assert.doesNotMatch(first.headers.get("cache-control") ?? "", /\bpublic\b/);
    assert.match(first.headers.get("vary") ?? "", /\bauthorization\b/);
    const used = await usedBy(reader);
    const etag = first.headers.get("etag") ?? "";
    assert.match(etag, /^"[\w-]+"$/);
    const again = await reader.get(PATH, { "if-none-match": etag });
    assert.deepEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag]);
    assert.equal(await usedBy(reader), used);
    await writer.publish({ ...skillOf("one"), "new.md": "new" });
    const changed = await reader.get(PATH, { "if-none-match": etag });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get("etag"), etag);
  },
);

Deno.test(verifies(["rest.library.include_files"], "the list alone is enough to keep a copy"), async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish({ ...skillOf("one"), "assets/logo.png": Uint8Array.of(137, 80, 78, 71, 0, 255) });
  const { body } = await acme.get(`${PATH}?include=files`);
  const [skill] = body.skills;
  assert.deepEqual(Object.keys(skill).toSorted(), [
    "addedAt",
    "awaitsOwner",
    "description",
    "digest",
    "files",
    "name",
    "owner",
    "pinned",
    "state",
    "version",
    "visibility",
  ]);
  assert.deepEqual(skill.files.map(({ path }: { path: string }) => path), [
    "SKILL.md",
    "assets/logo.png",
    "references/style.md",
  ]);
  const lines = [];
  for (const { path, size, contentType, sha256: told } of skill.files) {
    const file = await acme.get(`${PATH}/acme/one/files/${path}`);
    assert.deepEqual([file.bytes.length, sha256(file.bytes)], [size, told]);
    assert.equal(file.headers.get("content-type")?.split(";")[0], contentType);
    lines.push(`${path}\0${told}\n`);
  }
  assert.equal(skill.digest, `sha256:${sha256(Buffer.from(lines.join("")))}`);
});

Deno.test(
  verifies(["rest.content"], "content, files and archives of a version are had by its label"),
  async () => {
    await using stage = await libraryServer();
    const acme = await (await stage.account("acme")).client();
    await acme.publish(skillOf("one", "", "First.\n"));
    await acme.publish(skillOf("one", "", "Second.\n"));
    assert.match((await acme.get(`${PATH}/acme/one/content`)).text, /Second/);
    assert.match((await acme.get(`${PATH}/acme/one/content?version=1.0.0`)).text, /First/);
    for (const path of ["content", "files/SKILL.md", "archive"]) {
      const known = await acme.get(`${PATH}/acme/one/${path}?version=1.0.0`);
      assert.deepEqual([known.status, digestIn(known.headers)], [200, sha256(known.bytes)], path);
      const unknown = await acme.get(`${PATH}/acme/one/${path}?version=7.0.0`);
      assert.deepEqual([unknown.status, unknown.body.error.code], [404, "version.not_found"], path);
      const other = await acme.get(`${PATH}/acme/one/${path}`, {
        "if-none-match": known.headers.get("etag") ?? "",
      });
      assert.equal(other.status, 200, `${path}: another version has another tag`);
    }
    const part = await acme.get(`${PATH}/acme/one/content`, { range: "bytes=0-2" });
    assert.deepEqual([part.status, part.text], [206, "---"]);
    const whole = await acme.get(`${PATH}/acme/one/content`);
    assert.equal(digestIn(part.headers), sha256(whole.bytes));
    const same = await acme.get(`${PATH}/acme/one/content`, {
      "if-none-match": whole.headers.get("etag") ?? "",
    });
    assert.equal(same.status, 304);
  },
);

Deno.test(
  verifies(
    ["rest.archive.flat_folder"],
    "an archive has its files at the root or in one folder, and nothing but plain files",
  ),
  async () => {
    await using stage = await libraryServer();
    const acme = await (await stage.account("acme")).client();
    const files = skillOf("one");
    await acme.publish(files);
    const at = `${PATH}/acme/one/archive`;
    for (const [layout, folder] of [["flat", ""], ["folder", "one/"]]) {
      const zip = await acme.get(`${at}?layout=${layout}`);
      const unzipped = Object.entries(unzipSync(zip.bytes)).map((
        [path, bytes],
      ) => [path, new TextDecoder().decode(bytes)]);
      const expected = Object.entries(files).map(([path, text]) => [`${folder}${path}`, text]);
      assert.deepEqual(unzipped.toSorted(), expected.toSorted());
      const tar = await acme.get(`${at}?layout=${layout}&format=tar.gz`);
      assert.equal(digestIn(tar.headers), sha256(tar.bytes));
      const packed = new Blob([new Uint8Array(tar.bytes)]).stream().pipeThrough(
        new DecompressionStream("gzip"),
      );
      const entries = await unpackTar(packed, { strict: true });
      assert.deepEqual(
        entries.map(({ header, data }) => [header.name, new TextDecoder().decode(data)]).toSorted(),
        expected.toSorted(),
      );
      for (const { header } of entries) {
        assert.deepEqual([header.type, (header.mode ?? 0) & 0o111], ["file", 0]);
      }
    }
  },
);

Deno.test(
  verifies(
    ["rest.archive.deterministic"],
    "an archive has the same bytes in every process and after a restart",
  ),
  async () => {
    const kv = await Deno.openKv(":memory:");
    const found = new Set<string>();
    let key: KeyClient | null = null;
    for (let process = 0; process < 3; process += 1) {
      await using stage = await libraryServer({ kv });
      if (key === null) {
        key = await (await stage.account("acme")).client();
        await key.publish({ ...skillOf("one"), "data.bin": new Uint8Array(100_000).fill(7) });
      }
      const headers: Record<string, string> = { authorization: `Bearer ${key.key}` };
      const paths = ["format=zip", "format=tar.gz"].map((query) => `${PATH}/acme/one/archive?${query}`);
      const archives = await Promise.all([...paths, ...paths].map((path) => stage.rest.get(path, headers)));
      found.add(archives.map(({ bytes }) => sha256(bytes)).join(" "));
      assert.equal(
        sha256(archives[0]?.bytes ?? new Uint8Array()),
        sha256(archives[2]?.bytes ?? new Uint8Array()),
      );
    }
    kv.close();
    assert.equal(found.size, 1);
  },
);

Deno.test(verifies(["rest.file_headers"], "a file cannot act in a browser"), async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  const script = "<script>alert(1)</script>";
  await acme.publish({
    ...skillOf("one"),
    "x.html": script,
    "x.svg": `<svg xmlns="x">${script}</svg>`,
    "x.js": "run()",
  });
  for (const path of ["x.html", "x.svg"]) {
    const { headers } = await acme.get(`${PATH}/acme/one/files/${path}`);
    assert.match(headers.get("content-disposition") ?? "", /^attachment;/);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.match(headers.get("content-security-policy") ?? "", /\bsandbox\b/);
  }
  const program = await acme.get(`${PATH}/acme/one/files/x.js`);
  assert.equal(program.headers.get("content-type"), "text/plain; charset=utf-8");
});

Deno.test("the list is read in pages, each of which goes on where the last one ended", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  for (const name of ["a", "b", "c", "d", "e"]) await acme.publish(skillOf(name));
  const names: string[] = [];
  let cursor = "";
  do {
    const { body } = await acme.get(`${PATH}?limit=2${cursor}`);
    names.push(...body.skills.map(({ name }: { name: string }) => name));
    cursor = body.nextCursor === null ? "" : `&cursor=${encodeURIComponent(body.nextCursor)}`;
  } while (cursor !== "");
  assert.deepEqual(names.toSorted(), ["a", "b", "c", "d", "e"]);
  const wrong = await acme.get(`${PATH}?cursor=nothing`);
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, "request.invalid"]);
});

Deno.test("what changed in a library is told to who may read it, and asking again is free", async () => {
  await using stage = await libraryServer();
  const acme = await stage.account("acme");
  const writer = await acme.client();
  await writer.publish(skillOf("one"));
  await writer.publish({ ...skillOf("one"), "new.md": "new" });
  await (await (await stage.account("beta")).client()).publish(skillOf("other"));
  const reader = await acme.client({ writes: false });
  const path = "/api/v1/account/changes";
  const first = await reader.get(`${path}?limit=1`);
  assert.equal(first.status, 200);
  const [{ at, ...change }, ...others] = first.body.changes;
  assert.equal(new Date(at).toISOString(), at);
  assert.deepEqual(others, []);
  assert.deepEqual(change, {
    kind: "published",
    owner: "acme",
    name: "one",
    own: true,
    version: "1.0.1",
    from: "1.0.0",
    to: "1.0.1",
  });
  const cursor = encodeURIComponent(first.body.nextCursor);
  const last = await reader.get(`${path}?cursor=${cursor}`);
  assert.deepEqual(last.body.changes.map(({ version }: { readonly version: string }) => version), ["1.0.0"]);
  assert.equal(last.body.nextCursor, null);
  const etag = first.headers.get("etag") ?? "";
  const again = await reader.get(`${path}?limit=1`, { "if-none-match": etag });
  assert.deepEqual([again.status, again.text], [304, ""]);
  const confined = await acme.client({ skills: ["other"] });
  assert.deepEqual((await confined.get(path)).body, { changes: [], nextCursor: null });
  const wrong = await reader.get(`${path}?cursor=nothing`);
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, "cursor.invalid"]);
  assert.equal((await stage.rest.get(path)).status, 401);
});

Deno.test("a path of a file is taken as it stands or escaped, and one that leads out is refused", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish({ ...skillOf("one"), "references/größe 1.md": "size" });
  for (const path of ["references/gr%C3%B6%C3%9Fe%201.md", encodeURIComponent("references/größe 1.md")]) {
    assert.equal((await acme.get(`${PATH}/acme/one/files/${path}`)).text, "size");
  }
  for (
    const path of [
      "references/none.md",
      "%2e%2e%2fSKILL.md",
      "%2fetc%2fpasswd",
      "a%00b",
      "%0A",
      "%ff",
      "tool.exe",
    ]
  ) {
    const refused = await acme.get(`${PATH}/acme/one/files/${path}`);
    assert(refused.status === 404 || refused.status === 400, `${path}: ${refused.status}`);
  }
});

Deno.test("an account is told with its plan, its key and what is left of the day, for nothing", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme", "publisher")).client({ writes: false, skills: ["one"] });
  const { body } = await acme.get("/api/v1/account");
  assert.deepEqual([body.slug, body.plan, body.limits.callsPerDay], ["acme", "publisher", 500]);
  assert.deepEqual(body.key.scopes, ["registry:read"]);
  assert.equal(body.key.lastFour, acme.key.slice(-4));
  assert.equal(body.key.skills.length, 1);
  assert.deepEqual([body.usage.limit, body.usage.used], [500, 0]);
  assert.match(body.usage.resetAt, /T00:00:00\.000Z$/);
});
