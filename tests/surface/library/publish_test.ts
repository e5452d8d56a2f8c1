/** Uploads as clients send them, up to what is stored. */
import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";

Deno.test("POST /library creates, changes nothing, and releases", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  const first = await acme.publish(skillOf("ad-copy"));
  console.log(first.status, first.text);
  assert.equal(first.status, 201);
});
