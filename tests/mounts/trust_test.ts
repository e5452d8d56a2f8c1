import assert from "node:assert/strict";
import type { Repository } from "../../contracts/git_host.ts";
import { createTrustRegister } from "../../src/mounts/mod.ts";
import { type Deployment, deployment } from "./_deployment.ts";

const ADDRESS = "/local/acme/library";
const MISSING = {
  ok: false,
  error: { code: "mount.repo_not_found", hint: "Check the owner and the repository in the address" },
};
const WITHIN_MS = 29_999;

async function repositoryOf(place: Deployment): Promise<Repository> {
  const found = await place.host.repository("acme", "library");
  assert(found.ok);
  return found.value;
}

function registerOf({ host, trust, names }: Deployment) {
  return createTrustRegister({ hosts: new Map([[host.key, host]]), trust, names });
}

Deno.test("open() takes a vouched-for repository for verified on its default branch alone", async () => {
  await using place = await deployment();
  const { git, commit } = place.repository;
  const first = await git(["rev-parse", "HEAD"]);
  await git(["checkout", "--quiet", "-b", "other"]);
  const other = await commit({ "SKILL.md": "Other\n" });
  await git(["tag", "v1"]);
  await git(["checkout", "--quiet", "main"]);
  const tip = await commit({ "SKILL.md": "Second\n" });
  await place.trust.add(await repositoryOf(place), "verified");
  const table = [
    [ADDRESS, true],
    [`${ADDRESS}/area`, true],
    [`${ADDRESS}@main`, true],
    [`${ADDRESS}@heads/main:`, true],
    [`${ADDRESS}@${tip}`, true],
    [`${ADDRESS}@${first}`, true],
    [`${ADDRESS}@other`, false],
    [`${ADDRESS}@v1`, false],
    [`${ADDRESS}@${other}`, false],
  ] as const;
  const { mount } = place.process({ verified: false });
  for (const [address, verified] of table) {
    const opened = await mount(address);
    assert.equal(opened.verified, verified, address);
    assert.equal(opened.snapshot.serving, verified ? "full" : "licensed", address);
  }
});

Deno.test("open() follows the lists within 30 seconds, also for what is warm", async () => {
  await using place = await deployment();
  const repository = await repositoryOf(place);
  const { mount } = place.process({ verified: false });
  assert.equal((await mount(ADDRESS)).snapshot.serving, "licensed");
  await place.trust.add(repository, "verified");
  place.clock.advance(WITHIN_MS);
  assert.equal((await mount(ADDRESS)).snapshot.serving, "full");
  await place.trust.clear({ host: repository.host, repository: repository.id });
  place.clock.advance(WITHIN_MS);
  assert.equal((await mount(ADDRESS)).snapshot.serving, "licensed");
  assert.equal(place.asked.repository, 1, "nothing but the lists was asked again");
});

Deno.test("open() answers for a blocked repository as for one that does not exist, warm, cold and pinned", async () => {
  await using place = await deployment();
  const tip = await place.repository.git(["rev-parse", "HEAD"]);
  const addresses = [
    ADDRESS,
    `${ADDRESS}/area`,
    `${ADDRESS}@main`,
    `${ADDRESS}@${tip}`,
    `${ADDRESS}@missing/area`,
    `${ADDRESS}@${"0".repeat(40)}`,
  ];
  const warm = place.process();
  for (const address of addresses) await warm.open(address);
  await place.trust.add(await repositoryOf(place), "verified");
  await place.trust.add(await repositoryOf(place), "blocked");
  place.clock.advance(WITHIN_MS);
  const before = place.asked.resolve;
  for (const process of [warm, place.process()]) {
    assert.deepEqual(await process.open("/local/acme/unknown"), MISSING);
    for (const address of addresses) assert.deepEqual(await process.open(address), MISSING, address);
  }
  assert.equal(place.asked.resolve, before, "no ref of it is looked up");
});

Deno.test("an operator changes the lists by address", async () => {
  await using place = await deployment();
  const register = registerOf(place);
  const said = { address: ADDRESS, verified: false, featured: false, blocked: false };
  const changedAt = place.clock.now();
  const changes = [
    [await register.change("verify", ADDRESS), { ...said, verified: true, changedAt }],
    [await register.change("feature", "local/ACME/Library"), {
      ...said,
      verified: true,
      featured: true,
      changedAt,
    }],
    [await register.change("block", ADDRESS), {
      ...said,
      verified: true,
      featured: true,
      blocked: true,
      changedAt,
    }],
  ] as const;
  for (const [changed, value] of changes) assert.deepEqual(changed, { ok: true, value });
  assert.deepEqual(await register.list(), [changes[2][1]]);
  assert.deepEqual(await register.change("clear", ADDRESS), {
    ok: true,
    value: { ...said, changedAt: null },
  });
  assert.deepEqual(await register.list(), []);
});

Deno.test("an operator names whole repositories that exist", async () => {
  await using place = await deployment();
  const register = registerOf(place);
  const table = [
    ["/local/acme/unknown", "mount.repo_not_found"],
    ["/nowhere/acme/library", "address.host_unknown"],
    ["library", "address.host_unknown"],
    ["", "address.invalid"],
    [`${ADDRESS}@main`, "request.invalid"],
    [`${ADDRESS}/area`, "request.invalid"],
  ] as const;
  for (const [address, code] of table) {
    for (const action of ["verify", "block", "clear"] as const) {
      const changed = await register.change(action, address);
      assert(!changed.ok, address);
      assert.equal(changed.error.code, code, address);
    }
  }
  assert.deepEqual(await register.list(), []);
});

Deno.test("an operator takes a repository off the lists also once its host has it no longer", async () => {
  await using place = await deployment();
  const gone = { ...(await repositoryOf(place)), name: "gone" };
  await place.trust.add(gone, "blocked");
  const register = registerOf(place);
  assert.deepEqual((await register.list()).map(({ address }) => address), ["/local/acme/gone"]);
  assert((await register.change("clear", "/local/acme/gone")).ok);
  assert.deepEqual(await register.list(), []);
});

Deno.test("an operator takes a renamed repository off the lists by its new name", async () => {
  await using place = await deployment();
  await place.trust.add({ ...(await repositoryOf(place)), name: "before" }, "blocked");
  const register = registerOf(place);
  assert((await register.change("clear", ADDRESS)).ok);
  assert.deepEqual(await register.list(), []);
});
