/** How long an address's meaning is believed, across calls and processes. */
import assert from "node:assert/strict";
import type { RepositoryId } from "../../contracts/git_host.ts";
import { deployment, REF_SECONDS, REPOSITORY_SECONDS } from "./_deployment.ts";

const ADDRESS = "/local/acme/library";

Deno.test("a mount stays the same until its resolution is due", async () => {
  await using place = await deployment();
  const { mount } = place.process();
  const first = await mount(ADDRESS);
  const commit = await place.repository.commit({ "new.md": "New\n" });
  place.clock.advance(REF_SECONDS * 1000 - 1);
  assert.equal((await mount(ADDRESS)).snapshot, first.snapshot);
  assert.deepEqual(place.asked, { repository: 1, resolve: 1 });

  place.clock.advance(1);
  const second = await mount(ADDRESS);
  assert.equal(second.resolution.commit, commit);
  assert.deepEqual(place.asked, { repository: 1, resolve: 2 });
});

Deno.test("addresses of one ref share what was found out", async () => {
  await using place = await deployment();
  const { mount } = place.process();
  await Promise.all(["", "/a", "/b", "/%61", "/c"].map((path) => mount(ADDRESS + path)));
  await mount(`${ADDRESS}/d`);
  assert.deepEqual(place.asked, { repository: 1, resolve: 1 });
});

Deno.test("facts about a repository are asked for again when they are due, also for a pinned commit", async () => {
  await using place = await deployment();
  const { open, mount } = place.process();
  const pinned = `${ADDRESS}@${await place.repository.git(["rev-parse", "HEAD"])}`;
  const before = await mount(pinned);
  assert.equal(before.pinned, true);
  assert.equal(before.validUntil, place.clock.now() + 86_400_000);
  place.isPrivate = true;
  place.clock.advance(REPOSITORY_SECONDS * 1000 - 1);
  assert.equal((await open(pinned)).ok, true);
  place.clock.advance(1);
  assert.deepEqual(await open(pinned), {
    ok: false,
    error: { code: "mount.repo_not_found", hint: "Check the owner and the repository in the address" },
  });
  assert.equal(place.asked.resolve, 1);
});

Deno.test("what does not exist is remembered briefly", async () => {
  await using place = await deployment();
  const { fails, open } = place.process();
  for (let time = 0; time < 3; time++) {
    await fails(`${ADDRESS}@later`);
    await fails("/local/acme/unknown");
  }
  assert.deepEqual(place.asked, { repository: 2, resolve: 1 });
  await place.repository.git(["branch", "later"]);
  place.clock.advance(10_000);
  assert.equal((await open(`${ADDRESS}@later`)).ok, true);
  await fails("/local/acme/unknown");
  assert.deepEqual(place.asked, { repository: 3, resolve: 2 });
});

Deno.test("processes share resolutions, and none goes back to an older one", async () => {
  await using place = await deployment();
  const [one, other] = [place.process(), place.process()];
  const old = (await one.mount(ADDRESS)).resolution;
  const oldAt = place.clock.now();
  place.clock.advance(1000);
  const shared = await other.mount(ADDRESS);
  assert.equal(place.asked.resolve, 1);
  assert.equal(shared.validUntil, oldAt + REF_SECONDS * 1000);

  // While this process waits for the host, another one learns and stores what is newer.
  place.clock.advance(REF_SECONDS * 1000);
  const { repository } = shared;
  place.meanwhile = async () => {
    place.meanwhile = () => Promise.resolve();
    place.clock.advance(1);
    await place.repository.commit({ "new.md": "New\n" });
    await other.mount(ADDRESS);
  };
  const late = await place.process().mount(ADDRESS);
  const stored = await place.resolutions.read(repository.host, repository.id, "");
  assert.notEqual(late.resolution.commit, old.commit);
  assert.deepEqual(late.resolution, stored?.resolution);
});

Deno.test('a commit that a result named is served under its hash (kind "pinned release")', async () => {
  await using place = await deployment();
  const { git, commit } = place.repository;
  await git(["checkout", "--quiet", "-b", "release/1.2"]);
  const release = await commit({ "SKILL.md": "Release\n" });
  await git(["tag", "v1.2.0"]);
  await commit({ "SKILL.md": "After\n" });
  await git(["checkout", "--quiet", "main"]);
  const tagged = await place.process().mount(`${ADDRESS}@v1.2.0`);
  assert.equal(tagged.resolution.commit, release);

  await git(["tag", "--delete", "v1.2.0"]);
  const pinned = await place.process().mount(`${ADDRESS}@${release}`);
  assert.deepEqual(pinned.snapshot, tagged.snapshot);
  assert.equal(pinned.pinned, true);
});

Deno.test("a commit that the repository merely stores is not served", async () => {
  await using place = await deployment();
  const { git, commitTree } = place.repository;
  const stray = await commitTree(await git(["rev-parse", "HEAD^{tree}"]));
  const { fails } = place.process();
  assert.equal((await fails(`${ADDRESS}@${stray}`)).code, "mount.ref_not_found");
  assert.equal((await fails(`${ADDRESS}@${stray.slice(0, 12)}`)).code, "mount.ref_not_found");
});

Deno.test("a changed working tree can be pinned, also after its files changed and by another process", async () => {
  await using place = await deployment();
  await place.repository.write({ "SKILL.md": "Edited\n" });
  const edited = await place.process().mount(ADDRESS);
  assert.equal(edited.resolution.kind, "worktree");
  await place.repository.write({ "SKILL.md": "Edited again\n" });
  place.trouble.resolve = { reason: "not_found" };
  const pinned = await place.process().mount(`${ADDRESS}@${edited.resolution.commit}`);
  assert.deepEqual(pinned.snapshot, edited.snapshot);
  assert.equal(pinned.verified, true);
});

Deno.test("a confirmed hash is not asked for again", async () => {
  await using place = await deployment();
  const pinned = `${ADDRESS}@${await place.repository.git(["rev-parse", "HEAD"])}`;
  await place.process().mount(pinned);
  const { mount } = place.process();
  await mount(pinned);
  place.clock.advance(REPOSITORY_SECONDS * 1000);
  await mount(pinned);
  assert.equal(place.asked.resolve, 1);
});

Deno.test("a renamed repository keeps its snapshots, and one under a recycled name has none", async () => {
  await using place = await deployment();
  const { mount } = place.process();
  const before = await mount(ADDRESS);
  place.facts = { name: "renamed" };
  place.clock.advance(REPOSITORY_SECONDS * 1000);
  const renamed = await mount(ADDRESS);
  assert.equal(renamed.repository.name, "renamed");
  assert.deepEqual(renamed.snapshot, before.snapshot);

  place.facts = { id: "another" as RepositoryId };
  place.clock.advance(REPOSITORY_SECONDS * 1000);
  const asked = place.asked.resolve;
  const recycled = await mount(ADDRESS);
  assert.notDeepEqual(recycled.snapshot, before.snapshot);
  assert.equal(place.asked.resolve, asked + 1);
});

Deno.test("a host whose answers nothing may stand in for is waited for, however long it takes", async () => {
  await using place = await deployment();
  const { mount, fails } = place.process();
  await mount(ADDRESS);
  const commit = await place.repository.commit({ "new.md": "New\n" });
  place.clock.advance(REF_SECONDS * 1000);
  place.meanwhile = () => {
    place.meanwhile = () => Promise.resolve();
    place.clock.advance(30_000);
    return Promise.resolve();
  };
  const late = await mount(ADDRESS);
  assert.equal(late.resolution.commit, commit);
  assert.equal(late.stale, undefined);
  place.trouble.resolve = { reason: "unavailable", detail: "it is away" };
  place.clock.advance(REF_SECONDS * 1000);
  assert.equal((await fails(ADDRESS)).code, "mount.unavailable");
});
