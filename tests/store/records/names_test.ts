import assert from "node:assert/strict";
import type { StoredRepository } from "../../../contracts/mounts.ts";
import { HOST, REPOSITORY, stage } from "../_stage.ts";

const NAME = "acme/skills";

function entry(askedAt: number, more: Partial<StoredRepository["repository"]> = {}): StoredRepository {
  const repository = {
    host: HOST,
    id: REPOSITORY,
    owner: "Acme",
    name: "Skills",
    description: null,
    visibility: "public",
    defaultBranch: "main",
    picture: null,
    ...more,
  } as const;
  return { repository, askedAt };
}

Deno.test("names: what a host said last stands, by name and host", async () => {
  using kv = await Deno.openKv(":memory:");
  const { names } = stage(kv).store;
  assert.equal(await names.read(HOST, NAME), null);
  await names.write(HOST, NAME, entry(100));
  const known = entry(200, { stale: true, confirmed: { at: 50, etag: '"e"' }, description: "Skills" });
  await names.write(HOST, NAME, known);
  await names.write(HOST, NAME, entry(150));
  assert.deepEqual(await names.read(HOST, NAME), known);
  assert.equal(await names.read(HOST, "acme/other"), null);
  assert.equal(await names.read("code" as typeof HOST, NAME), null);
  await names.remove(HOST, NAME);
  assert.equal(await names.read(HOST, NAME), null);
});

Deno.test("names: what cannot be read counts as unknown and is replaced", async () => {
  using kv = await Deno.openKv(":memory:");
  const { names } = stage(kv).store;
  await kv.set(["n", HOST, NAME], { repository: { id: 5 }, askedAt: "never" });
  assert.equal(await names.read(HOST, NAME), null);
  await names.write(HOST, NAME, entry(1));
  assert.deepEqual(await names.read(HOST, NAME), entry(1));
});
