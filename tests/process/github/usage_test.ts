/** Who is shown what is used of a repository: who may write to it at its host, and the operator. */
import assert from "node:assert/strict";
import { ADA, BOB, githubServer, PUBLIC, SECRET, WORD } from "./_github_server.ts";

const ADMIN = "0123456789abcdef0123456789abcdef";

Deno.test("usage is for who may write to the repository at its host now, and for the operator, and for nobody else", async () => {
  await using world = await githubServer();
  const { github } = world;
  const process = await world.process({ ADMIN_TOKEN: ADMIN });
  const secret = github.repositories.get("acme/secret");
  const library = github.repositories.get("acme/library");
  assert(secret !== undefined && library !== undefined);
  const writers = new Set(["ada"]);
  github.repositories.set("acme/secret", { ...secret, readers: new Set(["ada", "bob"]), writers });
  github.repositories.set("acme/library", { ...library, writers });
  const [ada, bob] = [await process.signIn(ADA), await process.signIn(BOB)];
  const asked = async (address: string, bearer?: string, place = "/api/v1/usage") => {
    const response = await process.fetch(place + address, {
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text), headers: response.headers };
  };
  for (const address of [PUBLIC, SECRET]) {
    github.signIn.person = ADA;
    const adas = await process.tokenFor(ada, address);
    const bobs = await process.tokenFor(bob, address);
    const seen = await asked(address, adas);
    assert.equal(seen.status, 200, seen.text);
    assert.match(seen.headers.get("cache-control") ?? "", /no-store/);
    const refused = await asked(address, bobs);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "usage.not_yours"]);
    const nobody = await asked(address);
    assert.deepEqual([nobody.status, nobody.body.error.code], [401, "auth.required"]);
    assert.match(nobody.headers.get("www-authenticate") ?? "", /^Bearer/);
    assert.doesNotMatch(nobody.text, new RegExp(WORD));
    writers.delete("ada");
    assert.equal((await asked(address, adas)).status, 403);
    writers.add("ada");
  }
  assert.equal((await asked(PUBLIC, ADMIN, "/admin/v1/usage")).status, 200);
  assert.equal((await asked(PUBLIC, ADMIN)).status, 401, "the operator's token opens their own place alone");
  assert.equal((await asked(PUBLIC, "x", "/admin/v1/usage")).status, 401);
  assert.equal((await asked(SECRET, ADMIN, "/admin/v1/usage")).status, 404);
});
