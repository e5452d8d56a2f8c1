import assert from "node:assert/strict";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import { createAccounts, createEndSkills } from "../../../src/library/mod.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { DAY_MS, found, libraryOn, skillMd } from "../../support/library/library.ts";

async function stage(kv: Deno.Kv) {
  const built = libraryOn(kv);
  const { store, clock, library } = built;
  const accounts = createAccounts({
    ...store,
    hostKeys: new Set(),
    ownerOf: () => Promise.resolve("nobody"),
    cutOff: () => Promise.resolve(),
    endings: [createEndSkills({ skills: store.skills, items: store.libraryItems, clock })],
    settleInstalls: () => Promise.resolve(),
    clock,
    newId: () => crypto.randomUUID(),
  });
  const [acme, beta] = [await built.account("acme"), await built.account("beta")];
  const publish = (name: string, author: LibraryAuthor, visibility: "private" | "global") =>
    built.publish(author, { "SKILL.md": skillMd(name), "notes.md": name }, { visibility });
  await publish("held", acme, "global");
  await publish("unheld", acme, "global");
  await publish("secret", acme, "private");
  await publish("theirs", beta, "global");
  found(await library.add(beta, { owner: "acme", name: "held" }));
  found(await library.add(acme, { owner: "beta", name: "theirs" }));
  return {
    ...built,
    accounts,
    acme,
    beta,
    async end(keepsGlobal: boolean) {
      found(await accounts.end(OPERATOR, acme.account, keepsGlobal));
      clock.advance(7 * DAY_MS);
      assert.equal(await accounts.runDue(), 1);
    },
    listOf: async (author: LibraryAuthor) =>
      (await library.list(author, "own")).map(({ owner, name }) => `${owner}/${name}`),
  };
}

Deno.test("what others hold of an account that is gone stays with them, where that was chosen, and nobody adds it", async () => {
  using kv = await Deno.openKv(":memory:");
  const { end, listOf, library, store, acme, beta, accounts, account } = await stage(kv);
  const theirs = await store.skills.idOf(beta.account, "theirs" as Parameters<typeof store.skills.idOf>[1]);
  await end(true);
  const [others = "", first = ""] = (await listOf(beta)).sort();
  const [owner = "", name = ""] = first.split("/");
  assert.match(owner, /^deleted-[0-9a-f]{16}$/);
  assert.deepEqual([name, others], ["held", "beta/theirs"]);
  const content = found(await library.content(beta, { owner, name }, "library"));
  assert.equal(new TextDecoder().decode(content.bytes), skillMd("held"));
  const details = found(await library.skill(beta, { owner, name }, "library"));
  assert.equal(details.state, "archived");
  const gamma = await account("gamma");
  assert.equal((await library.add(gamma, { owner, name })).ok, false);
  assert.equal((await store.skills.ownSkills(acme.account)).length, 1);
  assert.deepEqual(await store.libraryItems.items(acme.account), []);
  assert.equal(await store.libraryItems.holder(theirs ?? assert.fail(), acme.account), null);
  assert.equal(await accounts.find(owner), null);
  assert.equal(await accounts.find("acme"), null);
  assert.deepEqual(
    (await store.audit.list(acme.account, { newestFirst: true, cursor: null, limit: 10 }))?.entries,
    [],
  );
  for (const taken of ["acme", owner]) {
    assert.equal((await accounts.open(OPERATOR, taken, { founder: null })).ok, false);
  }
});

Deno.test("otherwise everything of an account that is gone is gone from everybody", async () => {
  using kv = await Deno.openKv(":memory:");
  const { end, listOf, store, acme, beta, accounts } = await stage(kv);
  await end(false);
  assert.deepEqual(await listOf(beta), ["beta/theirs"]);
  assert.deepEqual(await store.skills.ownSkills(acme.account), []);
  assert.equal(await store.accounts.account(acme.account), null);
  assert.equal((await accounts.open(OPERATOR, "acme", { founder: null })).ok, false);
});

Deno.test("a rename is seen in the lists of who holds something, and the old name leads on", async () => {
  using kv = await Deno.openKv(":memory:");
  const { listOf, library, accounts, acme, beta } = await stage(kv);
  assert.deepEqual((await listOf(beta)).sort(), ["acme/held", "beta/theirs"]);
  found(await accounts.rename(OPERATOR, acme.account, "acme-labs"));
  assert.deepEqual((await listOf(beta)).sort(), ["acme-labs/held", "beta/theirs"]);
  const renamed = found(await library.skill(beta, { owner: "ACME", name: "held" }, "library"));
  assert.equal(renamed.owner, "acme-labs");
});
