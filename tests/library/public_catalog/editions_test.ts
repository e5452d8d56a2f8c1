import assert from "node:assert/strict";
import type { CatalogSort, PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { catalogOn } from "../../support/library/catalog.ts";
import { failureOf, found, libraryOn, skillMd } from "../../support/library/library.ts";

async function walk(
  catalog: PublicCatalog,
  { sort, owner = null, limit }: {
    readonly sort: CatalogSort;
    readonly owner?: string | null;
    readonly limit: number;
  },
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let cursor: string | null = null;
  do {
    const page: { skills: readonly { owner: string; name: string }[]; nextCursor: string | null } = found(
      await catalog.discover({ sort, owner, limit, cursor }),
    );
    pages.push(page.skills.map(({ owner, name }) => `${owner}/${name}`));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

async function searched(catalog: PublicCatalog, query: string): Promise<readonly string[]> {
  return found(await catalog.search({ query, limit: 10, cursor: null })).skills.map(({ owner, name }) =>
    `${owner}/${name}`
  );
}

Deno.test("an edition lists what is listed in three orders, a page after the other, and all of one owner", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { catalog, editions } = catalogOn(stage.store, stage.clock);
  const [acme, beta] = [await stage.account("acme"), await stage.account("beta")];
  for (const [author, name] of [[acme, "b"], [beta, "a"], [acme, "a"], [beta, "c"]] as const) {
    await stage.publish(author, { "SKILL.md": skillMd(name) });
    stage.clock.advance(1000);
  }
  await stage.publish(acme, { "SKILL.md": skillMd("hidden") }, {});
  assert.deepEqual(await walk(catalog, { sort: "name", limit: 10 }), [[]], "none was made yet");
  assert.equal(await editions.runDue(), true);

  assert.deepEqual(await walk(catalog, { sort: "name", limit: 3 }), [["acme/a", "beta/a", "acme/b"], [
    "beta/c",
  ]]);
  assert.deepEqual(await walk(catalog, { sort: "newest", limit: 4 }), [[
    "beta/c",
    "acme/a",
    "beta/a",
    "acme/b",
  ]]);
  assert.deepEqual(await walk(catalog, { sort: "installs", limit: 4 }), [[
    "acme/b",
    "beta/a",
    "acme/a",
    "beta/c",
  ]]);
  assert.deepEqual(await walk(catalog, { sort: "newest", owner: "Acme", limit: 1 }), [["acme/a"], [
    "acme/b",
  ]]);
  assert.deepEqual(await walk(catalog, { sort: "name", owner: "nobody", limit: 1 }), [[]]);

  found(await stage.library.add(beta, { owner: "acme", name: "a" }));
  assert.equal(await editions.runDue(), true);
  assert.deepEqual(await walk(catalog, { sort: "installs", limit: 2 }), [["acme/a", "acme/b"], [
    "beta/a",
    "beta/c",
  ]]);
});

Deno.test("what leaves the catalog is gone at once, what changes is shown as it is, and what comes is there with the next edition", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { catalog, editions } = catalogOn(stage.store, stage.clock);
  const acme = await stage.account("acme");
  for (const name of ["one", "two", "three"]) await stage.publish(acme, { "SKILL.md": skillMd(name) });
  await editions.runDue();
  assert.deepEqual(await searched(catalog, "two"), ["acme/two"]);
  found(await stage.library.change(acme, "two", { visibility: "private" }, {}));
  assert.deepEqual(await searched(catalog, "two"), []);
  assert.deepEqual(await walk(catalog, { sort: "name", limit: 2 }), [["acme/one", "acme/three"]]);

  await stage.publish(acme, { "SKILL.md": skillMd("one", { body: "Zebras.\n" }) });
  const [card] = found(await catalog.discover({ sort: "name", owner: null, limit: 1, cursor: null })).skills;
  assert.equal(card?.version, "1.0.1");
  assert.deepEqual(await searched(catalog, "zebras"), []);
  await editions.runDue();
  assert.deepEqual(await searched(catalog, "zebras"), ["acme/one"]);

  found(await stage.library.change(acme, "two", { visibility: "global" }, {}));
  await stage.publish(acme, { "SKILL.md": skillMd("four") });
  assert.deepEqual(await searched(catalog, "four"), []);
  found(await catalog.skill({ owner: "acme", name: "four" }));
  await editions.runDue();
  assert.deepEqual(await walk(catalog, { sort: "name", limit: 9 }), [[
    "acme/four",
    "acme/one",
    "acme/three",
    "acme/two",
  ]]);

  found(await stage.moderation.flag(OPERATOR, { owner: "acme", name: "four" }, "a riddle"));
  assert.deepEqual(await searched(catalog, "four"), []);
  await editions.rebuild();
  assert.deepEqual(await walk(catalog, { sort: "name", limit: 9 }), [["acme/one", "acme/three", "acme/two"]]);
});

Deno.test("a cursor goes on with its own question alone", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { catalog, editions } = catalogOn(stage.store, stage.clock);
  const acme = await stage.account("acme");
  for (const name of ["pdf-one", "pdf-two", "pdf-three"]) {
    await stage.publish(acme, { "SKILL.md": skillMd(name) });
  }
  await editions.runDue();
  const listed =
    found(await catalog.discover({ sort: "name", owner: null, limit: 1, cursor: null })).nextCursor;
  const hits = found(await catalog.search({ query: "pdf", limit: 2, cursor: null }));
  assert(listed !== null && hits.nextCursor !== null);
  const rest = found(await catalog.search({ query: "pdf", limit: 2, cursor: hits.nextCursor }));
  assert.deepEqual(
    [...hits.skills, ...rest.skills].map(({ name }) => name).sort(),
    ["pdf-one", "pdf-three", "pdf-two"],
  );
  assert.equal(rest.nextCursor, null);
  for (const cursor of [listed, hits.nextCursor, `${listed}A`, listed.slice(1), "", "x".repeat(9999)]) {
    assert.equal(
      failureOf(await catalog.discover({ sort: "installs", owner: null, limit: 1, cursor })).code,
      "cursor.invalid",
    );
    assert.equal(failureOf(await catalog.search({ query: "pdfs", limit: 1, cursor })).code, "cursor.invalid");
  }
});

Deno.test("an owner is told how a skill stands in the catalog, and why it is not listed", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { editions } = catalogOn(stage.store, stage.clock);
  const acme = await stage.account("acme");
  const listed = async (name: string) =>
    found(await stage.library.skill(acme, { owner: "acme", name }, "own")).listed;
  await stage.publish(acme, { "SKILL.md": skillMd("open") });
  await stage.publish(acme, { "SKILL.md": skillMd("closed") }, {});
  await stage.publish(acme, { "SKILL.md": skillMd("tagged", { body: "Do \u{E0041} it.\n" }) });
  assert.deepEqual(await listed("open"), { state: "waiting", reason: "edition" });
  await editions.runDue();
  assert.deepEqual(await listed("open"), { state: "listed", reason: null });
  assert.deepEqual(await listed("closed"), { state: "unlisted", reason: "private" });
  assert.deepEqual(await listed("tagged"), { state: "unlisted", reason: "held" });
  found(await stage.library.change(acme, "open", { state: "archived" }, {}));
  assert.deepEqual(await listed("open"), { state: "unlisted", reason: "archived" });
  await editions.runDue();
  found(await stage.library.change(acme, "open", { state: "published" }, {}));
  assert.deepEqual(await listed("open"), { state: "waiting", reason: "edition" });
  const beta = await stage.account("beta");
  found(await stage.library.add(beta, { owner: "acme", name: "open" }));
  assert.equal(
    found(await stage.library.skill(beta, { owner: "acme", name: "open" }, "library")).listed,
    null,
  );
});
