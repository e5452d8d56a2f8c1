/** The pages of published skills, as browsers, search engines and programs get them. */
import assert from "node:assert/strict";
import { skillMd } from "../../support/library/library.ts";
import { type LibraryServer, libraryServer, skillOf } from "../../support/library/library_server.ts";
import { verifies } from "../../requirements/verifies.ts";
import { createAccounts, createFeaturing } from "../../../src/library/mod.ts";
import { OPERATOR } from "../../support/library/accounts.ts";

const ORIGIN = "http://127.0.0.1";

async function get({ server }: LibraryServer, path: string, accept = "text/html") {
  const response = await server.fetch(
    new Request(ORIGIN + path, { headers: { accept }, redirect: "manual" }),
  );
  const html = await response.text();
  return { status: response.status, headers: response.headers, html };
}

Deno.test("what everybody may find is shown in pages: all of it, an account's, a skill, a version and what changed", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  const more = "license: MIT\nallowed-tools: Read\n";
  assert.equal((await acme.publish(skillOf("release-notes", more), { visibility: "global" })).status, 201);
  const changed = {
    ...skillOf("release-notes", more, "Do it <script>alert(1)</script> better.\n"),
    "new.md": "# New\n",
  };
  assert.equal((await acme.publish(changed, { notes: "Better <b>words</b>" })).status, 201);
  await acme.publish(skillOf("secret"));
  await stage.server.makeEditions();

  const all = await get(stage, "/skills");
  assert.equal(all.status, 200);
  assert.equal(all.headers.get("cache-control"), "public, max-age=60");
  assert.match(all.headers.get("content-security-policy") ?? "", /default-src 'none'/);
  assert.match(all.html, /href="\/skills\/acme\/release-notes"/);
  assert.doesNotMatch(all.html, /secret/);
  assert.match(all.html, /<meta name="robots" content="noindex"/, "nothing is featured");
  const found = await get(stage, "/skills?q=release");
  assert.match(found.html, /value="release"/);
  assert.match(found.html, /href="\/skills\/acme\/release-notes"/);
  const nothing = await get(stage, "/skills?q=%3Czzqx%3Eyyqx");
  assert.match(nothing.html, /Nothing fits/);
  assert.doesNotMatch(nothing.html, /<zzqx>/);

  const owner = await get(stage, "/skills/acme");
  assert.equal(owner.status, 200);
  assert.doesNotMatch(owner.html, /secret/);

  const skill = await get(stage, "/skills/acme/release-notes");
  assert.equal(skill.status, 200);
  for (
    const text of [
      "1.0.1",
      "1.0.0",
      "MIT",
      "Grade A",
      "Asks for the tools",
      "references/style.md",
      "new.md",
      "better.",
    ]
  ) {
    assert(skill.html.includes(text), text);
  }
  assert.doesNotMatch(skill.html, /<script>alert/);
  assert.doesNotMatch(skill.html, /<b>words/);
  assert.match(skill.html, /href="\/dashboard\/report\/acme\/release-notes"/);
  assert.match(skill.html, /Uploaded by its owner/);
  assert.match(skill.html, /noindex/);
  const pinned = await get(stage, "/skills/acme/release-notes@1.0.0");
  assert.match(pinned.html, /This is version 1\.0\.0/);
  assert.doesNotMatch(pinned.html, /new\.md/);
  const diff = await get(stage, "/skills/acme/release-notes?from=1.0.0");
  assert.match(diff.html, /1\.0\.0 to 1\.0\.1/);
  assert.match(diff.html, /line-removed[^>]*>- Do it\./);
  assert.match(diff.html, /line-added[^>]*>\+ # New/);
});

Deno.test("what nobody may find is shown as what is nowhere, to browsers and to programs", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish(skillOf("x"), { visibility: "global" });
  await acme.publish(skillOf("secret"));
  await stage.server.makeEditions();
  const paths = [
    "/skills/acme/secret",
    "/skills/acme/none",
    "/skills/nobody/x",
    "/skills/nobody",
    "/skills/acme/x@9.9.9",
    "/skills/acme/x?from=9.9.9",
    "/skills/acme/%ff",
  ];
  for (const path of paths) {
    const page = await get(stage, path);
    assert.equal(page.status, 404, path);
    assert.match(page.html, /class="failure-code"/, path);
    const json = JSON.parse((await get(stage, path, "*/*")).html);
    assert.match(json.error.code, /not_found$/, path);
  }
  const [secret, none] = [await get(stage, "/skills/acme/secret"), await get(stage, "/skills/acme/none")];
  assert.equal(secret.html.replaceAll("secret", "none"), none.html);
  assert.equal((await get(stage, "/skills?cursor=x")).status, 400);
  assert.equal((await get(stage, "/skills/acme/x", "application/json")).status, 404);
  assert.equal((await acme.json("PATCH", "/api/v1/library/acme/x", { visibility: "private" })).status, 200);
  assert.equal((await get(stage, "/skills/acme/x")).status, 404, "at once");
});

Deno.test("search engines may list what is featured, and nothing else", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  await acme.publish({ "SKILL.md": skillMd("shown", { more: "license: MIT\n" }) }, { visibility: "global" });
  const featuring = createFeaturing({ ...stage.store, clock: { now: () => Date.now() }, isAnalysed: true });
  const made = await featuring.feature(OPERATOR, { owner: "acme", name: "shown" });
  assert(made.ok, JSON.stringify(made));
  await stage.server.makeEditions();
  for (const path of ["/skills", "/skills/acme/shown"]) {
    assert.doesNotMatch((await get(stage, path)).html, /noindex/, path);
  }
  const sitemap = await get(stage, "/sitemap.xml");
  assert.match(sitemap.html, /<loc>http:\/\/127\.0\.0\.1\/skills\/acme\/shown<\/loc>/);
  for (
    const path of [
      "/skills?q=shown",
      "/skills/acme",
      "/skills/acme/shown@1.0.0",
      "/skills/acme/shown?from=1.0.0",
    ]
  ) {
    assert.match((await get(stage, path)).html, /noindex/, path);
  }
});

Deno.test(
  verifies(
    ["name.rename_alias"],
    "after a rename the old slug leads to the account on, and is nobody else's",
  ),
  async () => {
    await using stage = await libraryServer();
    const account = await stage.account("acme");
    const acme = await account.client();
    await acme.publish(skillOf("x"), { visibility: "global" });
    const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
    const accounts = createAccounts({
      ...stage.store,
      hostKeys: new Set(["gh"]),
      ownerOf: () => Promise.resolve("nobody"),
      cutOff: () => Promise.resolve(),
      endings: [],
      settleInstalls: () => Promise.resolve(),
      clock,
      newId: () => crypto.randomUUID(),
    });
    const renamed = await accounts.rename(OPERATOR, account.id, "acme-labs");
    assert(renamed.ok, JSON.stringify(renamed));
    await stage.server.makeEditions();
    for (
      const [path, to] of [
        ["/skills/acme/x", "/skills/acme-labs/x"],
        ["/skills/acme/x@1.0.0", "/skills/acme-labs/x@1.0.0"],
        ["/skills/acme", "/skills/acme-labs"],
        ["/skills/ACME-labs/X", "/skills/acme-labs/x"],
      ] as const
    ) {
      const moved = await get(stage, path);
      assert.deepEqual([moved.status, moved.headers.get("location")], [308, to], path);
    }
    const reader = await (await stage.account("reader")).client();
    const told = await reader.get("/api/v1/catalog/skills/acme/x");
    assert.equal(told.body.owner, "acme-labs");
    const taken = await accounts.open(OPERATOR, "acme", { founder: null });
    assert(!taken.ok);
    assert.equal(taken.error.code, "name.taken");
  },
);
