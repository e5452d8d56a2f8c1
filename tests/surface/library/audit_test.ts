/** What an account can look up of what was changed in it, over REST. */
import assert from "node:assert/strict";
import { digestOf } from "../../../src/auth/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";
import { found } from "../../support/library/library.ts";

Deno.test(
  verifies(["audit.rows"], "every change leaves a row that names who and what, and no secret"),
  async () => {
    await using stage = await libraryServer();
    const account = await stage.account("acme");
    await stage.account("beta");
    const acme = await account.client();
    const other = await account.client({ writes: false });
    assert.equal((await acme.publish(skillOf("one"))).status, 201);
    assert.equal((await acme.json("PATCH", `${PATH}/acme/one`, { visibility: "global" })).status, 200);
    assert.ok(await stage.keys.revoke(OPERATOR, account.id, digestOf(other.key)));
    found(await stage.moderation.transfer(OPERATOR, { owner: "acme", name: "one" }, "beta"));

    const { body } = await acme.get("/api/v1/account/audit");
    const mine = acme.key.slice(-4);
    assert.deepEqual(
      body.entries.map((
        { actor, action, target, before, after }: Record<string, unknown> & {
          readonly actor: { readonly kind: string; readonly lastFour?: string };
        },
      ) => [actor.kind, actor.lastFour ?? null, action, target, before, after]),
      [
        ["operator", null, "account.create", "acme", null, "acme"],
        ["operator", null, "account.plan", "acme", "publisher", "team"],
        ["operator", null, "key.create", `sk_live_…${mine}`, null, "registry:read registry:write"],
        ["operator", null, "key.create", `sk_live_…${other.key.slice(-4)}`, null, "registry:read"],
        ["key", mine, "skill.create", "one", null, "1.0.0"],
        ["key", mine, "skill.visibility", "one", "private", "global"],
        ["operator", null, "key.revoke", `sk_live_…${other.key.slice(-4)}`, null, null],
        ["operator", null, "skill.transfer", "one", "acme", "beta"],
      ],
    );
    const times = body.entries.map(({ at }: { readonly at: string }) => Date.parse(at));
    assert.deepEqual(times, times.toSorted((one: number, two: number) => one - two));
    for (const { actor, requestId } of body.entries) {
      assert.equal(typeof requestId === "string", actor.kind === "key", "what a request did names it");
    }
    for (const { key } of [acme, other]) assert.ok(!JSON.stringify(body).includes(key.slice(8)));
  },
);
