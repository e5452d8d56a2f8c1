/**
 * Pins where published skills and libraries lie in KV. What is published outlives the code: who changes a line here has to say
 * what becomes of data under the old keys.
 */
import assert from "node:assert/strict";
import { found, libraryOn, skillMd, standingClock } from "../support/library/library.ts";

/** Rows of before have no detail, giver and renamed, and are read as those that say nothing of it. */
const CHANGE = [
  "account",
  "at",
  "detail",
  "giver",
  "isOpen",
  "kind",
  "listing",
  "name",
  "renamed",
  "sequence",
  "skill",
];

Deno.test("KV holds exactly these keys and shapes once a skill is published and held", async () => {
  using kv = await Deno.openKv(":memory:");
  let made = 0;
  const { library, account, publish } = libraryOn(kv, {
    clock: standingClock(1_900_000_000_000),
    newId: () => `id-${++made}`,
  });
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") }, { visibility: "global", notes: "first" });
  found(await library.add(b, { owner: "acme", name: "x" }, "1.0.0"));
  const rows = (await Array.fromAsync(kv.list({ prefix: [] }))).filter(({ key }) =>
    /^l[pnvldihcf]$/.test(String(key[0]))
  );
  const [skill] = await Array.fromAsync(kv.list({ prefix: ["lp"] }));
  const id = skill?.key[1];
  const version = (await kv.get<Record<string, unknown>>(["lv", id ?? "", 1])).value;
  const digest = version?.digest;
  assert.deepEqual(
    rows.map(({ key, value }) => [key, value instanceof Deno.KvU64 ? value.value : keysOf(value)]),
    [
      [["lc", id], 1n],
      [["lf"], ["sequence"]],
      [["lf", "account", a.account, 1], CHANGE],
      [["lf", "skill", id, 1], CHANGE],
      [["lf", 1], [...CHANGE, "write"]],
      [["lh", id, b.account], ["addedAt", "isCounted"]],
      [["li", b.account], ["items"]],
      [["li", b.account, id], ["addedAt", "owner", "pin", "skill"]],
      [["ll", id, "1.0.0"], ["digest", "sequence", "skill"]],
      [["ln", a.account], ["hour", "skills", "storedBytes", "versions"]],
      [["ln", a.account, "x"], ["flagged", "highest", "labels", "leaving", "movedTo", "skill"]],
      [["lp", id], [
        "account",
        "archived",
        "createdAt",
        "current",
        "description",
        "flagged",
        "handovers",
        "hasDraft",
        "highest",
        "id",
        "isChosen",
        "labels",
        "name",
        "open",
        "publishedAt",
        "replacedBy",
        "revision",
        "sequence",
        "visibility",
      ]],
      [["lv", id, digest], ["sequence"]],
      [["lv", id, 1], [
        "bytes",
        "description",
        "digest",
        "document",
        "files",
        "grade",
        "instructions",
        "isOpen",
        "isRestricted",
        "label",
        "license",
        "notes",
        "provenance",
        "publishedAt",
        "sequence",
        "skill",
        "standing",
        "yanked",
      ]],
    ],
  );
  const contents = (await Array.fromAsync(kv.list({ prefix: ["lb"] }))).map(({ key }) => key[2]);
  assert.deepEqual([...new Set(contents)], ["d", "l", "p", "v"]);
});

function keysOf(value: unknown): readonly string[] {
  return Object.keys(Object(value)).sort();
}
