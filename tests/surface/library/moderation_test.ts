/** What the operator's word does to what accounts published, as every surface shows it. */
import assert from "node:assert/strict";
import { createModeration } from "../../../src/library/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { catalogOn } from "../../support/library/catalog.ts";
import { found } from "../../support/library/library.ts";
import { type LibraryServer, libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";

const clock = { now: () => Date.now() };

function operator({ store }: LibraryServer) {
  return createModeration({ ...store, clock, newId: () => crypto.randomUUID() });
}

Deno.test(
  verifies(
    ["grade.tag_characters"],
    "a skill with invisible tag letters is held until the operator releases it",
  ),
  async () => {
    await using stage = await libraryServer();
    const acme = await (await stage.account("acme")).client();
    const tagged = skillOf("one", "", "Do it.\u{E0041}\u{E0042}\n");
    const held = await acme.publish(tagged, { visibility: "global" });
    assert.deepEqual([held.status, held.body.status, held.body.grade], [202, "held", "F"]);
    const [finding] = held.body.findings;
    assert.deepEqual([finding.code, finding.path, finding.line], ["tag_character", "SKILL.md", 5]);
    const listed = async () => {
      const library = (await acme.get(PATH)).body.skills.map(({ name }: { name: string }) => name);
      return [library, (await catalogOn(stage.store).catalog.skill({ owner: "acme", name: "one" })).ok];
    };
    assert.deepEqual(await listed(), [[], false]);
    assert.equal((await acme.get(`${PATH}/acme/one`)).status, 404);
    assert.equal((await acme.get(`${PATH}/acme/one?state=all`)).body.state, "held");
    found(await operator(stage).release(OPERATOR, { owner: "acme", name: "one" }, held.body.version));
    assert.deepEqual(await listed(), [["one"], true]);
  },
);
