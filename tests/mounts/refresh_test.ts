import assert from "node:assert/strict";
import { deployment, REPOSITORY_SECONDS } from "./_deployment.ts";

const ADDRESS = "/local/acme/library";

Deno.test("refresh() looks at the host now, and answers as open() does", async () => {
  await using place = await deployment();
  const { mount, open, refresh } = place.process();
  await mount(ADDRESS);
  const commit = await place.repository.commit({ "new.md": "New\n" });
  const refreshed = await refresh(ADDRESS);
  assert(refreshed.ok);
  assert.equal(refreshed.value.resolution.commit, commit);
  assert.deepEqual(place.asked, { repository: 2, resolve: 2 });
  assert.deepEqual(await open(ADDRESS), refreshed);
  assert.deepEqual(place.asked, { repository: 2, resolve: 2 });
});

Deno.test("refresh() makes every process look again, once, and at every ref", async () => {
  await using place = await deployment();
  const [one, other] = [place.process(), place.process()];
  await other.mount(ADDRESS);
  await other.mount(`${ADDRESS}@main`);
  const commit = await place.repository.commit({ "new.md": "New\n" });
  assert((await one.refresh(ADDRESS)).ok);
  place.clock.advance(1000);
  const asked = { ...place.asked };
  assert.equal((await other.mount(ADDRESS)).resolution.commit, commit);
  assert.equal((await other.mount(`${ADDRESS}@main`)).resolution.commit, commit);
  await other.mount(`${ADDRESS}@main`);
  // What the default branch is was found out by the process that refreshed.
  assert.deepEqual(place.asked, { repository: asked.repository + 1, resolve: asked.resolve + 1 });
});

Deno.test("refresh() ends that something does not exist", async () => {
  await using place = await deployment();
  const { fails, refresh } = place.process();
  const pinned = `${ADDRESS}@${await place.repository.commit({ "new.md": "New\n" })}`;
  place.trouble.resolve = { reason: "not_found" };
  await fails(`${ADDRESS}@later`);
  await fails(pinned);
  place.trouble.resolve = null;
  await place.repository.git(["branch", "later"]);
  assert.equal((await fails(`${ADDRESS}@later`)).code, "mount.ref_not_found");
  assert((await refresh(`${ADDRESS}@later`)).ok);
  assert((await refresh(pinned)).ok);

  place.trouble.repository = { reason: "not_found" };
  place.clock.advance(2 * REPOSITORY_SECONDS * 1000);
  await fails(ADDRESS);
  place.trouble.repository = null;
  assert.equal((await fails(ADDRESS)).code, "mount.repo_not_found");
  assert((await refresh(ADDRESS)).ok);
});

Deno.test("refresh() is not satisfied by an answer that was on its way", async () => {
  await using place = await deployment();
  const { open, refresh } = place.process();
  const before = await place.repository.git(["rev-parse", "HEAD"]);
  let release = () => {};
  const released = new Promise<void>((resolve) => release = resolve);
  const reached = new Promise<void>((resolve) => {
    place.meanwhile = () => {
      place.meanwhile = () => Promise.resolve();
      resolve();
      return released;
    };
  });
  const slow = open(ADDRESS);
  await reached;
  const after = await place.repository.commit({ "new.md": "New\n" });
  const refreshed = await refresh(ADDRESS);
  release();
  const late = await slow;
  assert(refreshed.ok && late.ok);
  assert.equal(refreshed.value.resolution.commit, after);
  const now = await open(ADDRESS);
  assert(now.ok);
  assert.equal(now.value.resolution.commit, after);
  assert.notEqual(before, after);
});

Deno.test("refresh() refuses what is no address", async () => {
  await using place = await deployment();
  const refused = await place.process().refresh(`${ADDRESS}/../x`);
  assert(!refused.ok);
  assert.equal(refused.error.code, "address.path_invalid");
});
