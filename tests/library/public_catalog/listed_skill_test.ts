import assert from "node:assert/strict";
import { failureOf, found, libraryOn, skillMd } from "../../support/library/library.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { catalogOn } from "../../support/library/catalog.ts";

Deno.test("createPublicCatalog() gives everybody what is listed, and says of the rest that it is not there", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { catalog } = catalogOn(stage.store);
  const acme = await stage.account("acme");
  await stage.publish(acme, {
    "SKILL.md": skillMd("open"),
    "notes.md": "# Notes\n",
    LICENSE: "MIT License\n",
  });
  await stage.publish(acme, { "SKILL.md": skillMd("closed") }, {});
  const open = { owner: "Acme", name: "Open" };

  const details = found(await catalog.skill(open));
  assert.deepEqual(
    { ...details, skill: "", digest: "", files: details.files.map(({ path }) => path) },
    {
      skill: "",
      owner: "acme",
      name: "open",
      version: "1.0.0",
      digest: "",
      description: "Does what open says.",
      license: details.license,
      isDescribedOnly: false,
      stats: { installs: 0, rating: null },
      verified: false,
      grade: "A",
      publishedAt: Date.UTC(2030, 0, 1),
      compatibility: null,
      allowedTools: null,
      metadata: null,
      files: ["LICENSE", "notes.md"],
      findings: [],
      provenance: { kind: "upload" },
      notes: null,
      replacedBy: null,
      isFeatured: false,
      revision: 1,
    },
  );
  const file = found(await catalog.file(open, "SKILL.md"));
  assert.equal(new TextDecoder().decode(file.bytes), skillMd("open"));
  const missing = await catalog.file(open, "absent.md");
  assert(!missing.ok);
  assert.deepEqual(missing.error.availableFiles, ["LICENSE", "SKILL.md", "notes.md"]);
  assert.deepEqual(found(await catalog.versions(open)).map(({ label }) => label), ["1.0.0"]);
  assert.equal(failureOf(await catalog.skill(open, "9.9.9")).code, "version.not_found");

  for (
    const away of [{ owner: "acme", name: "closed" }, { owner: "acme", name: "never" }, {
      owner: "x",
      name: "y",
    }]
  ) {
    for (const asked of [catalog.skill(away), catalog.file(away, "SKILL.md"), catalog.versions(away)]) {
      assert.deepEqual(await asked, await catalog.skill({ owner: "nobody", name: "nothing" }));
    }
  }

  await stage.moderation.flag(OPERATOR, open, "a riddle");
  assert.equal(failureOf(await catalog.skill(open)).code, "skill.not_found");
});

Deno.test("changes() tells what happened to listed skills in order, and nothing of private ones", async () => {
  using kv = await Deno.openKv(":memory:");
  const stage = libraryOn(kv);
  const { catalog } = catalogOn(stage.store);
  const acme = await stage.account("acme");
  await stage.publish(acme, { "SKILL.md": skillMd("x") });
  await stage.publish(acme, { "SKILL.md": skillMd("hidden") }, {});
  await stage.publish(acme, { "SKILL.md": skillMd("x", { body: "More.\n" }) });
  found(await stage.library.yank(acme, "x", "1.0.1", { reason: null }));
  found(await stage.library.change(acme, "x", { state: "archived" }, {}));
  found(await stage.library.delete(acme, "x"));

  const { changes, last } = await catalog.changes(0, 100);
  assert.deepEqual(
    changes.map(({ kind, owner, name }) => ({ kind, owner, name })),
    ["listed", "released", "yanked", "removed", "removed"].map((kind) => ({
      kind,
      owner: "acme",
      name: "x",
    })),
  );
  const numbers = changes.map(({ sequence }) => sequence);
  assert.deepEqual(numbers, [...new Set(numbers)].sort((a, b) => a - b));
  assert.deepEqual(await catalog.changes(last, 100), { changes: [], last });
  assert.equal((await catalog.changes(0, 2)).last, numbers[1]);
});
