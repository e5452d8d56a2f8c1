import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import { createExport } from "../../../src/library/mod.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { DAY_MS, failureOf, found, HOUR_MS, libraryOn, skillMd } from "../../support/library/library.ts";

function stage(kv: Deno.Kv) {
  const built = libraryOn(kv);
  const exportAccount = createExport({
    ...built.store,
    keys: built.store.accountKeys,
    library: built.library,
    clock: built.clock,
  });
  const taken = async (author: LibraryAuthor) => {
    const stream = found(await exportAccount(OPERATOR, author.account));
    return unzipSync(new Uint8Array(await new Response(stream).arrayBuffer()));
  };
  return { ...built, exportAccount, taken };
}

const textOf = (bytes: Uint8Array | undefined) =>
  new TextDecoder().decode(bytes ?? assert.fail("it is not there"));

Deno.test("an export holds the account with the files of every version, byte for byte, and no secret", async () => {
  using kv = await Deno.openKv(":memory:");
  const { account, publish, library, taken, store, clock } = stage(kv);
  const [acme, beta] = [await account("acme"), await account("beta")];
  const icon = crypto.getRandomValues(new Uint8Array(3000));
  const first = { "SKILL.md": skillMd("refunds"), "assets/icon.png": icon, "references/notes.md": "one\r\n" };
  await publish(acme, first);
  await publish(acme, { ...first, "references/notes.md": "two" }, { visibility: "private" });
  await publish(acme, { "SKILL.md": skillMd("draft-of-acme") }, { visibility: "private" });
  await publish(beta, { "SKILL.md": skillMd("theirs") });
  found(await library.add(acme, { owner: "beta", name: "theirs" }));
  const digest = "d".repeat(64) as Parameters<typeof store.accountKeys.save>[0];
  await store.accountKeys.save(
    digest,
    {
      kind: "account",
      account: acme.account,
      maker: null,
      label: "CI",
      scopes: ["registry:read"],
      skills: null,
      lastFour: "abcd",
      createdAt: 0,
      expiresAt: null,
      usedAt: null,
    },
    10,
    { ...OPERATOR, action: "key.create", target: "abcd", before: null, after: null },
  );

  const member = { id: "gh/7" as PersonId, host: null, login: "ada", accounts: [] };
  const joined = { ...OPERATOR, action: "member.join", target: "ada", before: null, after: null } as const;
  await store.members.join(acme.account, member, "owner", joined);
  clock.advance(DAY_MS);
  const ada: LibraryAuthor = { ...acme, actor: { kind: "person", person: member.id, login: "ada" } };
  found(await library.rate(ada, { owner: "beta", name: "theirs" }, 4));

  const files = await taken(acme);
  assert.deepEqual(JSON.parse(textOf(files["ratings.json"])).ratings, [
    { skill: "beta/theirs", person: "gh/7", stars: 4, at: new Date(clock.now()).toISOString() },
  ]);
  const folder = "skills/refunds/versions";
  assert.deepEqual(Object.keys(files).sort(), [
    "account.json",
    "audit/00001.json",
    "keys.json",
    "library.json",
    "members.json",
    "ratings.json",
    "skills/draft-of-acme/skill.json",
    "skills/draft-of-acme/versions/1.0.0/SKILL.md",
    "skills/refunds/skill.json",
    ...["1.0.0", "1.0.1"].flatMap((label) =>
      ["SKILL.md", "assets/icon.png", "references/notes.md"].map((path) => `${folder}/${label}/${path}`)
    ),
  ]);
  assert.deepEqual(files[`${folder}/1.0.0/assets/icon.png`], icon);
  assert.equal(textOf(files[`${folder}/1.0.0/references/notes.md`]), "one\r\n");
  assert.equal(textOf(files[`${folder}/1.0.1/references/notes.md`]), "two");
  assert.equal(JSON.parse(textOf(files["account.json"])).slug, "acme");
  const [key] = JSON.parse(textOf(files["keys.json"])).keys;
  assert.deepEqual([key.label, key.lastFour, key.digest], ["CI", "abcd", undefined]);
  for (const bytes of Object.values(files)) assert(!textOf(bytes).includes(digest));
  assert.deepEqual(
    JSON.parse(textOf(files["library.json"])).skills.map(({ owner, name }: { owner: string; name: string }) =>
      `${owner}/${name}`
    ).sort(),
    ["acme/draft-of-acme", "acme/refunds", "beta/theirs"],
  );
  const { versions, missing } = JSON.parse(textOf(files["skills/refunds/skill.json"]));
  assert.deepEqual(versions.map(({ label }: { label: string }) => label), ["1.0.1", "1.0.0"]);
  assert.deepEqual(missing, []);
  const { entries } = JSON.parse(textOf(files["audit/00001.json"]));
  assert.equal(entries[0].action, "account.create");
  assert.equal(entries.at(-1).action, "account.export");
});

Deno.test("an account is exported once an hour, also by two who ask at once", async () => {
  using kv = await Deno.openKv(":memory:");
  const { account, exportAccount, clock } = stage(kv);
  const { account: id } = await account("acme");
  const asked = await Promise.all([1, 2, 3].map(() => exportAccount(OPERATOR, id)));
  assert.equal(asked.filter(({ ok }) => ok).length, 1);
  for (const one of asked) if (one.ok) await one.value.cancel();
  clock.advance(HOUR_MS - 1000);
  const refused = failureOf(await exportAccount(OPERATOR, id));
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ["rate.limited", 1]);
  clock.advance(1000);
  await found(await exportAccount(OPERATOR, id)).cancel();
});

Deno.test("what the store has lost is named in an export, which goes on", async () => {
  using kv = await Deno.openKv(":memory:");
  const { account, publish, taken } = stage(kv);
  const acme = await account("acme");
  await publish(acme, { "SKILL.md": skillMd("refunds"), "notes.md": "one" });
  for await (const { key } of kv.list({ prefix: [] })) {
    if (key.includes("d") && key.includes(acme.account)) await kv.delete(key);
  }
  const files = await taken(acme);
  const { missing } = JSON.parse(textOf(files["skills/refunds/skill.json"]));
  assert(missing.length > 0);
  assert("audit/00001.json" in files);
});
