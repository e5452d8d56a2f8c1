import assert from "node:assert/strict";
import { OPERATOR } from "../../support/library/accounts.ts";
import { failureOf, filesOf, found, libraryOn, skillMd } from "../../support/library/library.ts";

const X = { owner: "acme", name: "x" };

Deno.test("a flagged skill is nobody's, and its owner alone is told why", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, moderation, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x"), "a.txt": "a" });
  found(await library.add(b, X));
  found(await moderation.flag(OPERATOR, X, "it steals"));
  for (const reader of [a, b]) {
    assert.deepEqual(await library.list(reader, "library"), []);
    for (
      const asked of [
        await library.skill(reader, X, "library"),
        await library.content(reader, X, "library"),
        await library.file(reader, X, "a.txt", "library"),
        await library.content(reader, X, "library", "1.0.0"),
        await library.source(reader, X, { raw: true }),
      ]
    ) assert.equal(failureOf(asked).code, "skill.not_found");
  }
  assert.equal(failureOf(await library.files(b, X, "own")).code, "skill.not_found");
  const own = found(await library.skill(a, X, "own"));
  assert.deepEqual([own.state, own.reason], ["flagged", "it steals"]);
  found(await moderation.unflag(OPERATOR, X));
  found(await library.content(b, X, "library"));
});

Deno.test("a held version that is released is current, and one that is removed is nobody's for good", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, moderation, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  found(await library.add(b, X));
  const tagged = { "SKILL.md": skillMd("x", { body: "Do \u{E0041} it.\n" }) };
  await publish(a, tagged);
  assert.equal(failureOf(await library.content(b, X, "library", "1.0.1")).code, "version.not_found");
  found(await library.content(a, X, "own", "1.0.1"));
  found(await moderation.release(OPERATOR, X, "1.0.1"));
  assert.equal(failureOf(await moderation.release(OPERATOR, X, "1.0.1")).code, "version.not_found");
  assert.equal(found(await library.content(b, X, "library")).version, "1.0.1");
  found(await library.pin(b, X, "1.0.1"));
  found(await moderation.removeVersion(OPERATOR, X, "1.0.1"));
  assert.equal(found(await library.content(b, X, "library")).version, "1.0.0");
  for (const reader of [a, b]) {
    assert.equal(failureOf(await library.content(reader, X, "own", "1.0.1")).code, "version.removed");
  }
  assert.equal(failureOf(await library.publish(a, filesOf(tagged), {})).code, "version.removed");
});

Deno.test("what is moderated is found by what it is called, and nothing else is", async () => {
  using kv = await Deno.openKv(":memory:");
  const { moderation, account, publish } = libraryOn(kv);
  await publish(await account("acme"), { "SKILL.md": skillMd("x") });
  for (const skill of [{ owner: "acme", name: "y" }, { owner: "beta", name: "x" }, { owner: "", name: "" }]) {
    assert.equal(failureOf(await moderation.flag(OPERATOR, skill, "bad")).code, "skill.not_found");
  }
  assert.equal(failureOf(await moderation.removeVersion(OPERATOR, X, "9")).code, "version.not_found");
});
