import assert from "node:assert/strict";
import { catalogOn } from "../../support/library/catalog.ts";
import { failureOf, found, skillMd } from "../../support/library/library.ts";
import { err, out, stage } from "./_account_admin.ts";

const X = { owner: "acme", name: "x" };

Deno.test("the operator flags a skill with words that only its owner reads, and takes that back", async () => {
  using at = await stage();
  const { library, account, publish } = at.published;
  const acme = await account("acme");
  await publish(acme, { "SKILL.md": skillMd("x") });
  assert.deepEqual(
    await at.admin("skill flag ACME/X it steals keys"),
    out("acme/x is nobody's while it is flagged"),
  );
  const { state, reason } = found(await library.skill(acme, X, "own"));
  assert.deepEqual([state, reason], ["flagged", "it steals keys"]);
  assert.deepEqual(await library.list(acme, "library"), []);
  assert.deepEqual(await at.admin("skill unflag acme/x"), out("acme/x is not flagged"));
  assert.equal((await library.list(acme, "library")).length, 1);
  const audit = (await at.admin("audit acme")).out.split("\n").slice(-2).map((line) => line.slice(26));
  assert.deepEqual(audit, [
    "operator  skill.flag  x  - -> it steals keys",
    "operator  skill.unflag  x  it steals keys -> -",
  ]);
});

Deno.test("the operator publishes a version that was held, and takes the bytes of one out", async () => {
  using at = await stage();
  const { library, account, publish } = at.published;
  const acme = await account("acme");
  await publish(acme, { "SKILL.md": skillMd("x") });
  await publish(acme, { "SKILL.md": skillMd("x", { body: "Do \u{E0041} it.\n" }) });
  assert.deepEqual(
    await at.admin("skill release acme/x 1.0.1"),
    out("Version 1.0.1 of acme/x is published"),
  );
  assert.equal(found(await library.content(acme, X, "library")).version, "1.0.1");
  assert.deepEqual(
    await at.admin("skill remove-version acme/x 1.0.1"),
    out("Version 1.0.1 of acme/x is nobody's any more; its bytes go with the next collection"),
  );
  assert.equal(found(await library.content(acme, X, "library")).version, "1.0.0");
  assert.equal(failureOf(await library.content(acme, X, "own", "1.0.1")).code, "version.removed");
});

Deno.test("what the operator misnames is told, and changes nothing", async () => {
  using at = await stage();
  await at.published.publish(await at.published.account("acme"), { "SKILL.md": skillMd("x") });
  const none = err("There is no skill at that path: the account has no skill of that name");
  for (const skill of ["acme/y", "beta/x"]) {
    assert.deepEqual(await at.admin(`skill flag ${skill} bad`), none);
    assert.deepEqual(await at.admin(`skill unflag ${skill}`), none);
  }
  for (const command of ["release acme/x 1.0.0", "remove-version acme/x 2.0.0", "release acme/x .."]) {
    assert.deepEqual(await at.admin(`skill ${command}`), err("The skill has no such version"), command);
  }
});

Deno.test("the operator features a listed skill that has a licence, and takes it off again", async () => {
  using at = await stage();
  const { store, clock, account, publish } = at.published;
  const { catalog } = catalogOn(store, clock);
  const acme = await account("acme");
  await publish(acme, { "SKILL.md": skillMd("x", { more: "license: MIT\n" }) });
  await publish(acme, { "SKILL.md": skillMd("unlicensed") });
  await publish(acme, { "SKILL.md": skillMd("hidden", { more: "license: MIT\n" }) }, {});
  const featured = async () => (await catalog.featured(100)).map(({ name }) => name);
  assert.deepEqual(await at.admin("skill feature ACME/X"), out("acme/x is featured"));
  assert.deepEqual(await at.admin("skill feature acme/x"), out("acme/x is featured"));
  assert.match((await at.admin("skill feature acme/unlicensed")).err, /no licence speaks for the skill/);
  assert.match((await at.admin("skill feature acme/hidden")).err, /There is no skill/);
  assert.deepEqual(await featured(), ["x"]);
  assert.equal(found(await catalog.skill(X)).isFeatured, true);
  await publish(acme, { "SKILL.md": skillMd("x") });
  assert.deepEqual(
    [await featured(), found(await catalog.skill(X)).isFeatured],
    [[], false],
    "its licence is gone",
  );
  assert.deepEqual(await at.admin("skill unfeature acme/x"), out("acme/x is not featured"));
});
