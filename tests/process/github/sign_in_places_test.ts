/** Where a server shows that people can sign in, and where it does not. */
import assert from "node:assert/strict";
import { ISSUER, PUBLIC_URL } from "../../support/sign_in/authorization_server.ts";
import { verifies } from "../../requirements/verifies.ts";
import { ADA, githubServer, MISSING, read, SECRET, WORD } from "./_github_server.ts";

const AT_ROOT = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/openid-configuration",
];

Deno.test(
  verifies(
    ["metadata.off"],
    "without a secret for authorization there is no sign-in, and what is not public is not found",
  ),
  async () => {
    await using world = await githubServer();
    const process = await world.process({ AUTH_SECRET: "" });
    assert.equal(process.config.authorization, null);
    for (const path of AT_ROOT) {
      for (const at of ["", SECRET, MISSING]) {
        for (const origin of [ISSUER, PUBLIC_URL]) {
          const answer = await process.fetch(origin + path + at);
          assert.equal(answer.status, 404, origin + path + at);
          await answer.body?.cancel();
        }
      }
    }
    for (const path of ["/api/oauth/token", "/api/oauth/register", "/api/oauth/revoke", "/sign-in/gh"]) {
      const answer = await process.fetch(ISSUER + path, { method: "POST", body: "grant_type=x" });
      assert.equal(answer.status, 404, path);
      await answer.body?.cancel();
    }
    for (const address of [SECRET, MISSING]) {
      for (const token of [undefined, "ot_x", "ak_live_x"]) {
        const answer = await process.browse(address, token);
        assert.equal(answer.status, 404, address);
        assert.equal(answer.headers.get("www-authenticate"), null);
        assert.match(await answer.text(), /mount\.repo_not_found/);
      }
    }
  },
);

Deno.test(
  verifies(
    ["metadata.as.only_there"],
    "with an account host of its own no other host shows a sign-in, and without one the log warns once",
  ),
  async () => {
    await using world = await githubServer();
    const process = await world.process();
    for (const path of AT_ROOT) {
      const there = await process.fetch(PUBLIC_URL + path);
      assert.equal(there.status, 404, path);
      assert.match(there.headers.get("content-type") ?? "", /^application\/json/);
      await there.body?.cancel();
    }
    const here = await process.fetch(ISSUER + AT_ROOT[0]);
    assert.equal(here.status, 200);
    assert.equal((await here.json()).issuer, ISSUER);
    for (const path of ["/sign-in", "/account", "/api/oauth/authorize"]) {
      assert.equal((await process.fetch(PUBLIC_URL + path)).status, 404, path);
    }
    assert(!process.logged.some((line) => line.includes("sign_in.shares_origin")));

    const shared = await world.process({ ACCOUNT_HOST: "" });
    assert.equal((await shared.fetch(PUBLIC_URL + AT_ROOT[0])).status, 200);
    const warned = shared.logged.filter((line) => line.includes("sign_in.shares_origin"));
    assert.equal(warned.length, 1);
    assert.match(warned[0] ?? "", /"level":"warn".*ACCOUNT_HOST/);
  },
);

Deno.test(
  verifies(["challenge.expired"], "a token that has run out is one that is no good, at every address"),
  async () => {
    await using world = await githubServer();
    const process = await world.process({ OAUTH_ACCESS_SECONDS: "5" });
    const token = await process.tokenFor(await process.signIn(ADA), SECRET);
    assert.match(await read(process, SECRET, token), new RegExp(WORD));
    world.clock.advance(4999);
    assert.equal((await process.browse(SECRET, token)).status, 200);
    world.clock.advance(1);
    for (const address of [SECRET, MISSING, "/gh/acme/library"]) {
      const answer = await process.browse(address, token);
      assert.equal(answer.status, 401, address);
      assert.match(
        answer.headers.get("www-authenticate") ?? "",
        /^Bearer error="invalid_token", resource_metadata="/,
      );
      await answer.body?.cancel();
    }
  },
);
