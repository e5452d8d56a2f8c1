/** The catalog over REST, by who shows no key and by who shows one; the client holds every answer against the document. */
import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";
import { found, standingClock } from "../../support/library/library.ts";

const CATALOG = "/api/v1/catalog";

Deno.test(
  verifies(
    ["rest.catalog.open"],
    "the catalog is read without credentials from any origin, and kept a minute at most",
  ),
  async () => {
    await using stage = await libraryServer();
    const acme = await (await stage.account("acme")).client();
    assert.equal((await acme.publish(skillOf("x"), { visibility: "global" })).status, 201);
    assert.equal((await acme.publish({ ...skillOf("x"), "b.md": "b" }, { notes: "more" })).status, 201);
    const { rest } = stage;
    const paths = [
      `${CATALOG}/skills`,
      `${CATALOG}/skills?sort=name&owner=acme&limit=1`,
      `${CATALOG}/search?query=x`,
      `${CATALOG}/changes?after=0`,
      `${CATALOG}/skills/acme/x`,
      `${CATALOG}/skills/acme/x?version=1.0.0`,
      `${CATALOG}/skills/acme/x/files/SKILL.md`,
      `${CATALOG}/skills/acme/x/files/references/style.md?version=1.0.0`,
      `${CATALOG}/skills/acme/x/archive`,
      `${CATALOG}/skills/acme/x/archive?version=1.0.0&format=tar.gz&layout=folder`,
      `${CATALOG}/skills/acme/x/versions`,
      `${CATALOG}/skills/acme/x/versions/1.0.0`,
    ];
    for (const path of paths) {
      const answer = await rest.get(path);
      assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      assert.equal(answer.headers.get("access-control-allow-origin"), "*", path);
      assert.equal(answer.headers.get("cache-control"), "public, max-age=60", path);
      const etag = answer.headers.get("etag") ?? "";
      assert.equal((await rest.get(path, { "if-none-match": etag })).status, 304, path);
      assert.equal((await rest.send("HEAD", path)).status, 200, path);
    }
    const file = await rest.get(`${CATALOG}/skills/acme/x/files/SKILL.md`);
    assert.match(file.headers.get("repr-digest") ?? "", /^sha-256=:/);
    const { body } = await rest.get(`${CATALOG}/skills/acme/x`);
    assert.deepEqual([body.version, body.notes, body.verified, body.describedOnly], [
      "1.0.1",
      "more",
      false,
      false,
    ]);
    assert.equal((await rest.get(`${CATALOG}/skills/acme/x?version=1.0.0`)).body.version, "1.0.0");
  },
);

Deno.test("what is not listed is told as what is nowhere, and what is asked wrongly says so", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish(skillOf("x"), { visibility: "global" });
  await acme.publish(skillOf("secret"));
  const refusals = [
    ["/skills/acme/secret", 404, "skill.not_found"],
    ["/skills/acme/nothing", 404, "skill.not_found"],
    ["/skills/nobody/x", 404, "skill.not_found"],
    ["/skills/acme/secret/files/SKILL.md", 404, "skill.not_found"],
    ["/skills/acme/x/files/nothing.md", 404, "file.not_found"],
    ["/skills/acme/x?version=9.9.9", 404, "version.not_found"],
    ["/skills/acme/x/versions/9.9.9", 404, "version.not_found"],
    ["/skills?sort=stars", 400, "request.invalid"],
    ["/skills?limit=51", 400, "request.invalid"],
    ["/search", 400, "request.invalid"],
    ["/skills?cursor=x", 400, "cursor.invalid"],
    ["/skills/acme/%ff", 400, "request.invalid"],
  ] as const;
  for (const [path, status, code] of refusals) {
    const { body, ...answer } = await stage.rest.get(CATALOG + path);
    assert.deepEqual([answer.status, body.error?.code], [status, code], path);
  }
  assert.equal((await stage.rest.send("POST", `${CATALOG}/skills`)).status, 405);
});

Deno.test("who shows a key is counted there, and a key that is no good is told so", async () => {
  await using stage = await libraryServer();
  const account = await stage.account("acme", "publisher");
  const acme = await account.client();
  const catalogKey = found(
    await stage.keys.make({ actor: { kind: "operator" }, request: null }, {
      kind: "catalog",
      account: account.id,
      label: "",
      writes: false,
      skills: null,
      days: null,
    }),
  );
  for (const [number, key] of [acme.key, catalogKey].entries()) {
    const { status, headers } = await stage.rest.get(`${CATALOG}/skills`, { authorization: `Bearer ${key}` });
    assert.equal(status, 200);
    assert.equal(headers.get("ratelimit-remaining"), "499", String(number));
    assert.equal(headers.get("cache-control"), "private, max-age=60");
  }
  const dead = await stage.rest.get(`${CATALOG}/skills`, { authorization: "Bearer ck_live_wrong" });
  assert.deepEqual([dead.status, dead.headers.get("www-authenticate")], [401, "Bearer"]);
});

Deno.test("who shows no key and asks too fast waits, and nobody else does", async () => {
  const clock = standingClock();
  await using stage = await libraryServer({ clock });
  let refused = null;
  for (let asked = 0; asked < 101 && refused === null; asked++) {
    const answer = await stage.server.fetch(new Request(`http://127.0.0.1${CATALOG}/skills`), "192.0.2.1");
    if (answer.status === 429) refused = answer;
    else await answer.body?.cancel();
  }
  assert.equal(refused?.headers.get("retry-after"), "1");
  const other = await stage.server.fetch(new Request(`http://127.0.0.1${CATALOG}/skills`), "192.0.2.2");
  assert.equal(other.status, 200);
});

Deno.test(
  verifies(
    ["rest.catalog.changes"],
    "a mirror follows every change of the catalog in order, and hears of nothing private",
  ),
  async () => {
    await using stage = await libraryServer();
    const acme = await (await stage.account("acme")).client();
    await acme.publish(skillOf("secret"));
    await acme.publish(skillOf("x"), { visibility: "global" });
    await acme.publish({ ...skillOf("x"), "b.md": "b" });
    await acme.json("PATCH", `${PATH}/acme/x/versions/1.0.1`, { yanked: true });
    await acme.json("PATCH", `${PATH}/acme/x`, { state: "archived" });
    assert.equal((await acme.send("DELETE", `${PATH}/acme/x?delete=1`)).status, 204);
    const { body } = await stage.rest.get(`${CATALOG}/changes?after=0`);
    const told = body.changes.map(({ kind, owner, name }: Record<string, string>) =>
      `${kind} ${owner}/${name}`
    );
    assert.deepEqual(told, [
      "listed acme/x",
      "released acme/x",
      "yanked acme/x",
      "removed acme/x",
      "removed acme/x",
    ]);
    const sequences = body.changes.map(({ seq }: { seq: number }) => seq);
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].toSorted((one, other) => Number(one) - Number(other)),
    );
    assert.deepEqual((await stage.rest.get(`${CATALOG}/changes?after=${body.last}`)).body.changes, []);
    const [first] = body.changes;
    const page = await stage.rest.get(`${CATALOG}/changes?after=${first.seq}&limit=2`);
    assert.deepEqual(page.body.changes, body.changes.slice(1, 3));
  },
);
