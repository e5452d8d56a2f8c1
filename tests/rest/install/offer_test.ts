import assert from "node:assert/strict";
import { INSTALL_LIMITS } from "../../../contracts/limits.ts";
import type { ContentId } from "../../../contracts/domain.ts";
import type { SkillReference, VersionFiles } from "../../../contracts/library/library.ts";
import type { CatalogCard, PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import { success } from "../../../contracts/result.ts";
import { createMarketplace } from "../../../src/rest/install/marketplace.ts";
import { type OfferedSkill, offerIndex, olderOfferIndex } from "../../../src/rest/install/offer.ts";

Deno.test("an index reads nothing behind the first skill that it has no room for, and no second one of a name", async () => {
  const read: string[] = [];
  const offered = (name: string, size: number): OfferedSkill => ({
    owner: "acme",
    name,
    read() {
      read.push(name);
      return Promise.resolve({ description: name, isInternal: false, files: oneFile(name, size) });
    },
  });
  const { bytes } = INSTALL_LIMITS.listing;
  const skills = ["a", "a", "b", "c", "d"].map((name) => offered(name, bytes / 2));
  const index = await offerIndex(
    skills,
    () => assert.fail("one file is no archive"),
    ({ files }) => files.name,
  );
  assert.deepEqual(index.skills.map(({ name }) => name), ["a", "b"]);
  assert.deepEqual(index.notListed, [
    { path: "acme/a", reason: "name_taken" },
    { path: "acme/c", reason: "listing_limit" },
    { path: "acme/d", reason: "listing_limit" },
  ]);
  assert.deepEqual(read, ["a", "b", "c"]);
  assert.deepEqual((await olderOfferIndex(skills)).skills.map(({ name }) => name), ["a", "b"]);
});

Deno.test("a marketplace reads nothing behind the first skill that an index would have no room for", async () => {
  const read: string[] = [];
  const sizes: Readonly<Record<string, number>> = { large: INSTALL_LIMITS.listing.bytes + 1, small: 1 };
  const marketplace = createMarketplace({
    skill: ({ name }: SkillReference) => {
      read.push(name);
      return Promise.resolve(
        success({ name, description: name, metadata: null, license: null, revision: 1 }),
      );
    },
    files: ({ name }: SkillReference) => Promise.resolve(success(oneFile(name, sizes[name] ?? 0))),
    source: () => assert.fail("nothing says that it is internal"),
  } as unknown as PublicCatalog);
  const cards = ["large", "small"].map((name) => ({ owner: "acme", name, version: "1.0.0" }));
  const told = await marketplace(cards as unknown as readonly CatalogCard[], "https://skills.example");
  assert.deepEqual(told, { name: "acme-skills", owner: { name: "acme" }, plugins: [] });
  assert.deepEqual(read, ["large"]);
});

function oneFile(name: string, size: number): VersionFiles {
  const file = { path: "SKILL.md", size, sha256: "0".repeat(64), content: name as ContentId };
  return {
    owner: "acme",
    name,
    version: "1.0.0",
    digest: "0".repeat(64),
    files: [file],
    read: () => assert.fail(),
  } as unknown as VersionFiles;
}
