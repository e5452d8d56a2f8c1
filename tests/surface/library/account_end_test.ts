/** What an account takes with it, and what is left of it when it has ended, as its clients and those of others see it. */
import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { createAccounts, createEndSkills } from "../../../src/library/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { DAY_MS, standingClock } from "../../support/library/library.ts";
import { ORIGIN } from "../rest.ts";
import { type KeyClient, libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";

const ACCOUNT = "/api/v1/account";
const BOB = { id: "gh/9" as PersonId, host: null, login: "bob", accounts: [] };

Deno.test(
  verifies(
    ["export.whole"],
    "an account takes every file of every version along, with a key that may change it",
  ),
  async () => {
    await using stage = await libraryServer();
    const acme = await stage.account("acme");
    const client = await acme.client();
    const icon = crypto.getRandomValues(new Uint8Array(2000));
    const first = { ...skillOf("refunds"), "assets/icon.png": icon };
    assert.equal((await client.publish(first)).status, 201);
    assert.equal((await client.publish({ ...first, "references/style.md": "other" })).status, 201);
    const readOnly = await (await acme.client({ writes: false })).get(`${ACCOUNT}/export`);
    assert.deepEqual([readOnly.status, readOnly.body.error.code], [403, "auth.insufficient_scope"]);
    const note = { ...OPERATOR, action: "member.join", target: "bob", before: null, after: null } as const;
    await stage.store.members.join(acme.id, BOB, "admin", note);
    const bobs = await acme.client({ maker: BOB.id });
    await stage.store.members.changeRole(acme.id, BOB.id, "member", note);
    const refused = await bobs.get(`${ACCOUNT}/export`);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "account.forbidden"]);

    const head = await client.send("HEAD", `${ACCOUNT}/export`);
    assert.deepEqual(
      [head.status, head.headers.get("content-type"), head.headers.get("cache-control")],
      [200, "application/zip", "private, no-store"],
      "who asks for its headers has not had it",
    );
    const response = await stage.server.fetch(
      new Request(`${ORIGIN}${ACCOUNT}/export`, {
        headers: { authorization: `Bearer ${client.key}` },
      }),
    );
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/zip");
    assert.match(response.headers.get("content-disposition") ?? "", /^attachment/);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const files = unzipSync(bytes);
    for (const label of ["1.0.0", "1.0.1"]) {
      const listed = await stage.store.skills.ownSkills(acme.id);
      assert.equal(listed.length, 1);
      for (const path of ["SKILL.md", "assets/icon.png", "references/style.md"]) {
        const served = await stage.server.fetch(
          new Request(`${ORIGIN}${PATH}/acme/refunds/files/${path}?version=${label}`, {
            headers: { authorization: `Bearer ${client.key}` },
          }),
        );
        assert.deepEqual(
          files[`skills/refunds/versions/${label}/${path}`],
          await served.bytes(),
          `${label} ${path}`,
        );
      }
    }
    const keys = JSON.parse(new TextDecoder().decode(files["keys.json"])).keys;
    assert(keys.some(({ lastFour }: { lastFour: string }) => lastFour === client.key.slice(-4)));
    assert(!new TextDecoder("latin1").decode(bytes).includes(client.key));
    assert.equal((await client.get(`${ACCOUNT}/export`)).status, 429);
  },
);

Deno.test("a key that is confined to some skills takes nothing of the others along, and reads no audit", async () => {
  await using stage = await libraryServer();
  const acme = await stage.account("acme");
  for (const name of ["mine", "other"]) await (await acme.client()).publish(skillOf(name));
  const confined = await acme.client({ skills: ["mine"] });
  for (const path of ["export", "audit"]) {
    const refused = await confined.get(`${ACCOUNT}/${path}`);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "account.forbidden"], path);
  }
  assert.equal((await (await acme.client()).get(`${ACCOUNT}/audit`)).status, 200);
});

for (const keepsGlobal of [true, false]) {
  Deno.test(
    verifies(
      ["delete.account"],
      keepsGlobal
        ? "an account that ends is closed at once and gone in seven days, and holders keep what is global where that was chosen"
        : "where it was not chosen what was global is gone with the account, from everywhere",
    ),
    async () => {
      const clock = standingClock();
      await using stage = await libraryServer({ clock });
      const { store } = stage;
      const accounts = createAccounts({
        ...store,
        hostKeys: new Set(),
        ownerOf: () => Promise.resolve("nobody"),
        cutOff: () => Promise.resolve(),
        settleInstalls: () => Promise.resolve(),
        endings: [
          createEndSkills({ skills: store.skills, items: store.libraryItems, clock }),
          async ({ id }) => {
            await store.accountKeys.forget(id);
            return false;
          },
        ],
        clock,
        newId: () => crypto.randomUUID(),
      });
      const [acme, beta] = [await stage.account("acme"), await stage.account("beta")];
      const [mine, theirs] = [await acme.client(), await beta.client()];
      assert.equal((await mine.publish(skillOf("shared"), { visibility: "global" })).status, 201);
      assert.equal((await mine.publish(skillOf("secret"))).status, 201);
      const added = await theirs.json("POST", `${PATH}/refs`, { owner: "acme", name: "shared" });
      assert.equal(added.status, 201);

      assert.equal((await accounts.end(OPERATOR, acme.id, keepsGlobal)).ok, true);
      assert.equal((await mine.get(ACCOUNT)).status, 401, "closed at once");
      assert.equal((await theirs.get(`${PATH}/acme/shared`)).status, 200);
      clock.advance(7 * DAY_MS);
      assert.equal(await accounts.runDue(), 1);

      assert.equal((await mine.get(ACCOUNT)).status, 401);
      assert.deepEqual(
        (await store.audit.list(acme.id, { newestFirst: true, cursor: null, limit: 9 }))?.entries,
        [],
      );
      assert.deepEqual(await ownersIn(theirs), keepsGlobal ? [`deleted-${idOf(acme.id)}/shared`] : []);
      if (keepsGlobal) {
        const content = await theirs.get(`${PATH}/deleted-${idOf(acme.id)}/shared/content`);
        assert.equal(content.status, 200);
      }
      assert.equal((await theirs.get(`${PATH}/acme/secret`)).status, 404);
      for (const name of ["acme", "acrne"]) {
        assert.equal((await accounts.open(OPERATOR, name, { founder: null })).ok, false);
      }
    },
  );
}

async function ownersIn(client: KeyClient): Promise<readonly string[]> {
  const { body } = await client.get(PATH);
  return body.skills.map(({ owner, name }: { owner: string; name: string }) => `${owner}/${name}`);
}

function idOf(account: string): string {
  return account.replaceAll("-", "").slice(0, 16);
}
