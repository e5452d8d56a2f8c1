import assert from "node:assert/strict";
import { ROOT_PATH } from "../../src/format/mod.ts";
import { deployment, REF_SECONDS, REPOSITORY_SECONDS } from "./_deployment.ts";

const ADDRESS = "/local/acme/library";

const NOT_FOUND = { code: "mount.repo_not_found", hint: "Check the owner and the repository in the address" };
const NO_REF = {
  code: "mount.ref_not_found",
  hint: 'Check the branch, tag or commit behind "@", or leave it out for the default branch',
};

Deno.test("open() mounts a commit of a repository, with the key of its snapshot", async () => {
  await using place = await deployment();
  const commit = await place.repository.git(["rev-parse", "HEAD"]);
  const mount = await place.process().mount("/local/ACME/Library@main/area");
  const { id } = mount.repository;
  assert.equal(mount.address.path, "area");
  assert.deepEqual(mount.resolution, { commit, kind: "branch", name: "main", onDefaultBranch: true });
  assert.deepEqual(mount.snapshot, { host: "local", repository: id, commit, rules: "7", serving: "full" });
  assert.equal(mount.pinned, false);
  assert.equal(mount.validUntil, place.clock.now() + REF_SECONDS * 1000);
  assert.deepEqual([mount.webUrl(ROOT_PATH), mount.rawUrl(ROOT_PATH)], [null, null]);
});

Deno.test("open() serves in full only a verified repository's default branch", async () => {
  await using place = await deployment();
  const { git, commit } = place.repository;
  await git(["checkout", "--quiet", "-b", "other"]);
  const other = await commit({ "SKILL.md": "Other\n" });
  await git(["checkout", "--quiet", "main"]);
  const table = [
    [ADDRESS, true, "full"],
    [`${ADDRESS}@main`, true, "full"],
    [`${ADDRESS}@other`, true, "licensed"],
    [`${ADDRESS}@${other}`, true, "licensed"],
    [ADDRESS, false, "licensed"],
  ] as const;
  for (const [address, verified, serving] of table) {
    const mount = await place.process({ verified }).mount(address);
    assert.equal(mount.snapshot.serving, serving, address);
    assert.equal(mount.verified, serving === "full", address);
  }
});

Deno.test("open() refuses what is no address, without asking the host", async () => {
  await using place = await deployment();
  const { fails } = place.process();
  assert.equal((await fails("/nowhere/acme/library")).code, "address.host_unknown");
  assert.equal((await fails(`${ADDRESS}/../x`)).code, "address.path_invalid");
  assert.deepEqual(place.asked, { repository: 0, resolve: 0 });
});

Deno.test("open() answers the same for a repository that does not exist and one that may not be seen", async () => {
  await using place = await deployment();
  place.isPrivate = true;
  const hidden = place.process();
  const unknown = await place.process().open("/local/acme/unknown");
  assert.deepEqual(unknown, { ok: false, error: NOT_FOUND });
  for (const address of [ADDRESS, `${ADDRESS}@missing`, `${ADDRESS}@${"0".repeat(40)}`]) {
    assert.deepEqual(await hidden.open(address), unknown, address);
  }
  assert.equal(place.asked.resolve, 0);
});

Deno.test("open() says what to try instead, the same for what does not exist and what may not be seen", async () => {
  await using place = await deployment();
  const hint = "Try /local/acme/library";
  const options = { hints: new Map([[place.host.key, hint]]) };
  const shown = place.process(options);
  const hidden = place.process(options);
  place.isPrivate = true;
  const failures = [
    await shown.fails("/local/acme/unknown"),
    await hidden.fails(ADDRESS),
    await hidden.fails(ADDRESS),
  ];
  for (const failure of failures) assert.deepEqual(failure, { ...NOT_FOUND, hint });
});

Deno.test('open() explains the `:` rule when a ref is missing and a path follows (kind "slash in a branch")', async () => {
  await using place = await deployment();
  const { git } = place.repository;
  await git(["branch", "feature/x"]);
  const { fails, mount } = place.process();
  const hint = (address: string) => `A ref that holds "/" ends at ":", as in ${address}`;
  assert.deepEqual(await fails(`${ADDRESS}@feature/x`), {
    code: "mount.ref_not_found",
    hint: hint(`${ADDRESS}@feature/x:`),
  });
  assert.deepEqual(await fails(`${ADDRESS}@feature/x/docs/a b`), {
    code: "mount.ref_not_found",
    hint: hint(`${ADDRESS}@feature/x:docs/a%20b`),
  });
  assert.equal((await mount(`${ADDRESS}@feature/x:docs`)).resolution.name, "feature/x");
  // The name of a tag or branch by its full name starts behind two slashes.
  assert.deepEqual(await fails(`${ADDRESS}@refs/heads/feature/x`), {
    code: "mount.ref_not_found",
    hint: hint(`${ADDRESS}@refs/heads/feature:x`),
  });
  await git(["tag", "v1"]);
  assert.deepEqual(await fails(`${ADDRESS}@refs/tags/v1/docs`), {
    code: "mount.ref_not_found",
    hint: hint(`${ADDRESS}@refs/tags/v1:docs`),
  });
  assert.equal((await mount(`${ADDRESS}@refs/tags/v1:docs`)).resolution.name, "v1");
  for (const other of ["refs/tags", "refs/pull/1/head"]) {
    assert.deepEqual(await fails(`${ADDRESS}@${other}`), NO_REF, other);
  }
  assert.deepEqual(await fails(`${ADDRESS}@feature`), NO_REF);
  assert.deepEqual(await fails(`${ADDRESS}@${"0".repeat(40)}/docs`), NO_REF);
});

Deno.test("open() says when the host limits requests, fails or cannot read the repository", async () => {
  await using place = await deployment();
  const { fails } = place.process();
  const limited = { reason: "rate_limited", retryAfterSeconds: 30 } as const;
  const down = { reason: "unavailable", detail: "the host is down" } as const;
  const hint = "Asking again helps only once the repository is changed";
  const odd = { reason: "unsupported", detail: "the host is odd" } as const;
  const table = [
    [limited, { code: "mount.rate_limited", retryAfterSeconds: 30 }],
    [{ ...limited, retryAfterSeconds: null }, { code: "mount.rate_limited", retryAfterSeconds: 10 }],
    [down, { code: "mount.unavailable", reason: "the host is down", retryAfterSeconds: 10 }],
    [odd, { code: "mount.unsupported", reason: "the host is odd", hint }],
  ] as const;
  for (const asked of ["repository", "resolve"] as const) {
    for (const [trouble, expected] of table) {
      place.clock.advance(REPOSITORY_SECONDS * 1000);
      place.trouble[asked] = trouble;
      assert.deepEqual(await fails(ADDRESS), expected);
    }
    place.trouble[asked] = null;
  }
  place.clock.advance(REPOSITORY_SECONDS * 1000);
  assert.deepEqual((await place.process().open(ADDRESS)).ok, true);
});
