/** What the library's owner and holders change over REST. */
import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { standingClock } from "../../support/library/library.ts";
import { libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";

Deno.test(
  verifies(["rest.openapi"], "every route of the library stands in the document, and answers as it says"),
  async () => {
    await using stage = await libraryServer();
    const acme = await (await stage.account("acme")).client();
    const beta = await (await stage.account("beta")).client();
    // The client holds each answer against the document.
    const answers = [
      await acme.publish(skillOf("one"), { visibility: "global", notes: "First" }),
      await acme.publish(
        { ...skillOf("one"), "b.md": "b" },
        { version: "2.0.0" },
        `${PATH}/acme/one/versions`,
      ),
      await acme.publish(skillOf("two"), { draft: "1" }),
      await acme.json("POST", `${PATH}/acme/two/publish`, {}),
      await acme.publish(skillOf("three"), { dryRun: "1" }),
      await beta.json("POST", `${PATH}/refs`, { owner: "acme", name: "one", version: "1.0.0" }),
      await beta.json("POST", `${PATH}/refs`, { owner: "acme", name: "one" }),
      await beta.json("PATCH", `${PATH}/acme/one`, { pin: null }),
      await acme.get(`${PATH}?state=all&include=files`),
      await acme.get(`${PATH}/acme/one`),
      await acme.get(`${PATH}/acme/one/versions`),
      await acme.get(`${PATH}/acme/one/versions/1.0.0`),
      await acme.get(`${PATH}/acme/one/content`),
      await acme.get(`${PATH}/acme/one/files/references/style.md`),
      await acme.get(`${PATH}/acme/one/archive`),
      await beta.json("POST", `${PATH}/acme/one/reports`, { reason: "It steals", version: "1.0.0" }),
      await acme.json("PATCH", `${PATH}/acme/one/versions/2.0.0`, { yanked: true, reason: "broken" }),
      await acme.json("PATCH", `${PATH}/acme/one`, { state: "archived" }),
      await acme.send("DELETE", `${PATH}/acme/two?delete=1`),
      await beta.send("DELETE", `${PATH}/acme/one`),
      await acme.get("/api/v1/account"),
      await acme.get("/api/v1/account/audit"),
    ];
    assert.deepEqual(answers.map(({ status }) => status), [
      201,
      201,
      201,
      201,
      200,
      201,
      200,
      200,
      200,
      200,
      200,
      200,
      200,
      200,
      200,
      202,
      200,
      200,
      204,
      204,
      200,
      200,
    ]);
  },
);

Deno.test("if-match holds a change to what its caller saw, and if-none-match an upload to a new skill", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish(skillOf("one"));
  const at = `${PATH}/acme/one`;
  const seen = (await acme.get(at)).headers.get("etag") ?? "";
  await acme.publish({ ...skillOf("one"), "b.md": "b" });
  const old = await acme.json("PATCH", at, { visibility: "global" }, { "if-match": seen });
  assert.deepEqual([old.status, old.body.error.code], [412, "precondition.failed"]);
  const now = (await acme.get(at)).headers.get("etag") ?? "";
  const made = await acme.json("PATCH", at, { visibility: "global" }, { "if-match": `"x", ${now}` });
  assert.deepEqual([made.status, made.body.visibility], [200, "global"]);
  const weak = await acme.send("DELETE", `${at}?delete=1`, null, { "if-match": `W/${now}` });
  assert.equal(weak.status, 412);
  const again = await acme.publish(skillOf("one"), {}, PATH, { "if-none-match": "*" });
  assert.deepEqual([again.status, again.body.error.code], [412, "precondition.failed"]);
  assert.equal((await acme.publish(skillOf("new"), {}, PATH, { "if-none-match": "*" })).status, 201);
  assert.equal((await acme.publish(skillOf("odd"), {}, PATH, { "if-none-match": '"x"' })).status, 400);
});

Deno.test("an own skill is deleted only by who says so, another's goes out of the library alone", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish(skillOf("one"), { visibility: "global" });
  const refused = await acme.send("DELETE", `${PATH}/acme/one`);
  assert.deepEqual([refused.status, refused.body.error.code], [409, "skill.own"]);
  assert.match(refused.body.error.message, /\?delete=1/);
  const beta = await (await stage.account("beta")).client();
  await beta.json("POST", `${PATH}/refs`, { owner: "acme", name: "one" });
  assert.equal((await beta.send("DELETE", `${PATH}/acme/one?delete=1`)).status, 204);
  assert.equal((await beta.get(`${PATH}/acme/one`)).status, 404);
  assert.equal((await acme.get(`${PATH}/acme/one`)).status, 200);
  assert.equal((await acme.send("DELETE", `${PATH}/acme/one?delete=1`)).status, 204);
  assert.equal((await acme.get(`${PATH}/acme/one?state=all`)).status, 404);
});

Deno.test("a rating is changed alone, by somebody in particular", async () => {
  const clock = standingClock();
  await using stage = await libraryServer({ clock });
  const acme = await (await stage.account("acme")).client();
  const beta = await stage.account("beta");
  const [operators, bobs] = [await beta.client(), await beta.client()];
  await acme.publish(skillOf("one"), { visibility: "global" });
  const at = `${PATH}/acme/one`;
  assert.equal((await operators.json("PATCH", at, { rating: 5 })).status, 404, "it is not in the library");
  await bobs.json("POST", `${PATH}/refs`, { owner: "acme", name: "one" });
  for (const client of [operators, acme]) {
    const { status, body } = await client.json("PATCH", at, { rating: 5 });
    assert.deepEqual([status, body.error.code], [403, "rating.not_allowed"]);
  }
  for (
    const change of [{ rating: 0 }, { rating: 6 }, { rating: "5" }, { rating: 4.5 }, { rating: 5, pin: null }]
  ) {
    assert.equal((await bobs.json("PATCH", at, change)).status, 400, JSON.stringify(change));
  }
});

Deno.test("only the account under whose name a skill is changes it, whether or not it is there", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  const beta = await (await stage.account("beta")).client();
  await acme.publish(skillOf("one"));
  const answers = [];
  for (const name of ["one", "nothing"]) {
    const { body, status } = await beta.json("PATCH", `${PATH}/acme/${name}`, { visibility: "global" });
    answers.push([status, body.error]);
    const yanked = await beta.json("PATCH", `${PATH}/acme/${name}/versions/1.0.0`, { yanked: true });
    answers.push([yanked.status, yanked.body.error]);
    const released = await beta.publish(skillOf(name), { version: "9.0.0" }, `${PATH}/acme/${name}/versions`);
    answers.push([released.status, released.body.error]);
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0]?.[0], 403);
});

Deno.test("a draft is discarded alone, and its skill stays", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish(skillOf("one"));
  await acme.publish({ ...skillOf("one"), "b.md": "b" }, { draft: "1" });
  assert.equal((await acme.send("DELETE", `${PATH}/acme/one?draft=1`)).status, 204);
  assert.equal((await acme.json("POST", `${PATH}/acme/one/publish`, {})).status, 404);
  assert.equal((await acme.get(`${PATH}/acme/one`)).body.version, "1.0.0");
});

Deno.test("a change that says nothing, or more than one may at once, is refused with what is wrong", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish(skillOf("one"));
  for (
    const change of [
      {},
      { pin: null, visibility: "global" },
      { state: "draft" },
      { slug: "beta" },
      { owner: "beta", pin: null },
      { owner: "beta", state: "archived" },
      [],
      "x",
      null,
    ]
  ) {
    const refused = await acme.json("PATCH", `${PATH}/acme/one`, change);
    assert.deepEqual(
      [refused.status, refused.body.error.code],
      [400, "request.invalid"],
      JSON.stringify(change),
    );
  }
  const form = await acme.send("PATCH", `${PATH}/acme/one`, "pin=1", { "content-type": "text/plain" });
  assert.deepEqual([form.status, form.body.error.code], [415, "request.not_json"]);
});

Deno.test("pages of other origins may ask everything that a key allows, and read what is left", async () => {
  await using stage = await libraryServer();
  const asked = await stage.rest.send("OPTIONS", `${PATH}/acme/one`);
  assert.match(asked.headers.get("access-control-allow-methods") ?? "", /PATCH.*DELETE/);
  assert.match(asked.headers.get("access-control-allow-headers") ?? "", /authorization.*if-match/);
  const refused = await stage.rest.get(PATH);
  assert.deepEqual([refused.status, refused.body.error.code], [401, "auth.required"]);
  assert.equal(refused.headers.get("access-control-allow-origin"), "*");
  const exposed = refused.headers.get("access-control-expose-headers") ?? "";
  for (const name of ["etag", "repr-digest", "ratelimit-remaining", "www-authenticate"]) {
    assert(exposed.includes(name));
  }
});
