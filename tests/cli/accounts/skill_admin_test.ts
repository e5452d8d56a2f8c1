import assert from "node:assert/strict";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
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

Deno.test("the operator reads what people reported, the oldest first, and closes it", async () => {
  using at = await stage();
  const { library, account, publish } = at.published;
  const [acme, beta] = [await account("acme"), await account("beta")];
  assert.deepEqual(await at.admin("reports"), out("No report waits"));
  await publish(acme, { "SKILL.md": skillMd("x") });
  const by: LibraryAuthor = { ...beta, actor: { kind: "person", person: "gh/7" as PersonId, login: "bob" } };
  found(
    await library.report(by, X, {
      reason: "It steals\n1  2030  acme/y by you: fine\u001b[2J",
      version: "1.0.0",
    }),
  );
  found(await library.report(by, X, { reason: "It does" }));
  const [first = "", second = "", ...more] = (await at.admin("reports list")).out.split("\n");
  assert.match(first, /^1 {2}\S+Z {2}acme\/x@1\.0\.0 {2}by gh\/7: It steals/);
  assert(!first.includes("\u001b"));
  assert.match(second, /^2 {2}\S+Z {2}acme\/x {2}by gh\/7: It does$/);
  assert.deepEqual(more, []);
  assert.deepEqual(await at.admin("reports close 1 nothing in it"), out("Report 1, of acme/x, is closed"));
  assert.equal((await at.admin("reports")).out, second);
  assert.match((await at.admin("reports list --all")).out, /^1 .* \(closed \S+Z nothing in it\)\n2 /);
  assert.deepEqual(await at.admin("reports close 3"), err("There is no report 3"));
});

Deno.test("the operator counts installs and ratings anew", async () => {
  using at = await stage();
  await at.published.publish(await at.published.account("acme"), { "SKILL.md": skillMd("x") });
  assert.deepEqual(
    await at.admin("stats recount"),
    out("Counted the installs and ratings of 1 skill; those of 0 were others"),
  );
});
