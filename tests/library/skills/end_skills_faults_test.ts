import assert from "node:assert/strict";
import { createEndSkills } from "../../../src/library/mod.ts";
import { killedAtCommit } from "../../support/kv.ts";
import { filesOf, found, libraryOn, type LibraryStage, skillMd } from "../../support/library/library.ts";

const ending = ({ store, clock }: Pick<LibraryStage, "store" | "clock">) =>
  createEndSkills({ skills: store.skills, items: store.libraryItems, clock });

Deno.test("an ending that is cut off at any commit goes on where it was, and leaves no row and no byte", async () => {
  for (let fatal = 1;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    const stage = libraryOn(kv);
    const { library, account, publish } = stage;
    const [a, b] = [await account("acme"), await account("beta")];
    await publish(a, { "SKILL.md": skillMd("x") });
    await publish(a, { "SKILL.md": skillMd("mine") }, {});
    found(await library.saveDraft(a, filesOf({ "SKILL.md": skillMd("draft") }), {}));
    await publish(b, { "SKILL.md": skillMd("other") });
    found(await library.add(b, { owner: "acme", name: "x" }));
    found(await library.add(a, { owner: "beta", name: "other" }));
    const ended = await stage.accountOf(a);
    const killed = killedAtCommit(kv, fatal);
    await ending({ ...stage, store: libraryOn(killed.kv).store })(ended, false).catch((error: Error) =>
      assert.equal(error.message, "killed")
    );
    assert.equal(await ending(stage)(ended, false), false);
    await stage.store.housekeeping.sweepAccount(a.account, Number.MAX_SAFE_INTEGER);
    for (const root of ["lp", "ln", "lv", "ll", "ld", "lb", "lh"]) {
      for await (const { key, value } of kv.list({ prefix: [root] })) {
        const isTheirs = key.includes(b.account) || JSON.stringify(value)?.includes("other") ||
          root === "ll" || root === "lv";
        assert.ok(isTheirs, JSON.stringify(key));
      }
    }
    assert.equal((await Array.fromAsync(kv.list({ prefix: ["ll"] }))).length, 1);
    assert.equal((await Array.fromAsync(kv.list({ prefix: ["lp"] }))).length, 1);
    assert.deepEqual((await library.list(b, "library")).map(({ name }) => name), ["other"]);
    if (killed.survived()) break;
    assert.ok(fatal < 100);
  }
});
