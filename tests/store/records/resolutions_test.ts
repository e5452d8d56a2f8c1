import assert from "node:assert/strict";
import fc from "fast-check";
import type { RepositoryId, Resolution } from "../../../contracts/git_host.ts";
import type { StoredResolution } from "../../../contracts/mounts.ts";
import { kvFile, landingLate } from "../../support/kv.ts";
import { commitOf, HOST, processOn, REPOSITORY, stage } from "../_stage.ts";

function answer(digit: string, resolvedAt: number, kind: Resolution["kind"] = "branch"): StoredResolution {
  const resolution = { commit: commitOf(digit), kind, name: "main", onDefaultBranch: true };
  return { resolution, resolvedAt, identified: true };
}

Deno.test("resolutions: a newer answer replaces an older one and never the other way", async () => {
  using kv = await Deno.openKv(":memory:");
  const { resolutions } = stage(kv).store;
  assert.equal(await resolutions.read(HOST, REPOSITORY, "main"), null);
  assert.deepEqual(await resolutions.write(HOST, REPOSITORY, "main", answer("a", 100)), answer("a", 100));
  assert.deepEqual(await resolutions.write(HOST, REPOSITORY, "main", answer("b", 200)), answer("b", 200));
  assert.deepEqual(await resolutions.write(HOST, REPOSITORY, "main", answer("c", 150)), answer("b", 200));
  assert.deepEqual(await resolutions.read(HOST, REPOSITORY, "main"), answer("b", 200));
});

Deno.test("resolutions: refs differ by letter case, repository and host", async () => {
  using kv = await Deno.openKv(":memory:");
  const { resolutions } = stage(kv).store;
  await resolutions.write(HOST, REPOSITORY, "main", answer("a", 100));
  assert.equal(await resolutions.read(HOST, REPOSITORY, "Main"), null);
  assert.equal(await resolutions.read(HOST, "other" as RepositoryId, "main"), null);
  assert(!await resolutions.wasResolved(HOST, "other" as RepositoryId, commitOf("a")));
});

Deno.test("resolutions: a commit counts as resolved once a branch, a tag or a working tree was it", async () => {
  using kv = await Deno.openKv(":memory:");
  const { resolutions } = stage(kv).store;
  const kinds = { a: "branch", b: "tag", c: "worktree", d: "commit" } as const;
  for (const [digit, kind] of Object.entries(kinds)) {
    assert(!await resolutions.wasResolved(HOST, REPOSITORY, commitOf(digit)));
    await resolutions.write(HOST, REPOSITORY, kind, answer(digit, 100, kind));
    assert.equal(await resolutions.wasResolved(HOST, REPOSITORY, commitOf(digit)), kind !== "commit");
  }
  // An answer that came too late was an answer all the same (cases: pinned release).
  await resolutions.write(HOST, REPOSITORY, "branch", answer("e", 50));
  assert(await resolutions.wasResolved(HOST, REPOSITORY, commitOf("e")));
  assert(await resolutions.wasResolved(HOST, REPOSITORY, commitOf("a")));
  // What a name gave while nobody said whose it is may be another repository's.
  const { resolution, resolvedAt } = answer("f", 200);
  await resolutions.write(HOST, REPOSITORY, "branch", { resolution, resolvedAt });
  assert(!await resolutions.wasResolved(HOST, REPOSITORY, commitOf("f")));
});

Deno.test("resolutions: a ref that is gone is forgotten, unless it came back since", async () => {
  using kv = await Deno.openKv(":memory:");
  const { resolutions } = stage(kv).store;
  await resolutions.remove(HOST, REPOSITORY, "main", 100);
  await resolutions.write(HOST, REPOSITORY, "main", answer("a", 100));
  await resolutions.remove(HOST, REPOSITORY, "main", 99);
  assert.deepEqual(await resolutions.read(HOST, REPOSITORY, "main"), answer("a", 100));
  await resolutions.remove(HOST, REPOSITORY, "main", 101);
  assert.equal(await resolutions.read(HOST, REPOSITORY, "main"), null);
  // Its commit was named by a result all the same (cases: pinned release).
  assert(await resolutions.wasResolved(HOST, REPOSITORY, commitOf("a")));
});

Deno.test("resolutions: nothing is left of a repository that was closed, and others keep theirs", async () => {
  using kv = await Deno.openKv(":memory:");
  const { resolutions } = stage(kv).store;
  const other = "other" as RepositoryId;
  for (let ref = 0; ref < 130; ref++) {
    await resolutions.write(HOST, REPOSITORY, `ref-${ref}`, answer("a", 100));
  }
  await resolutions.write(HOST, other, "main", answer("a", 100));
  await resolutions.clear(HOST, REPOSITORY);
  for (const ref of ["ref-0", "ref-129"]) assert.equal(await resolutions.read(HOST, REPOSITORY, ref), null);
  assert(!await resolutions.wasResolved(HOST, REPOSITORY, commitOf("a")));
  assert.deepEqual(await resolutions.read(HOST, other, "main"), answer("a", 100));
  assert(await resolutions.wasResolved(HOST, other, commitOf("a")));
});

Deno.test("resolutions: what was stored and cannot be read counts as unknown and is replaced", async () => {
  using kv = await Deno.openKv(":memory:");
  const { resolutions } = stage(kv).store;
  await kv.set(["r", HOST, REPOSITORY, "f", "main"], { resolvedAt: "yesterday" });
  assert.equal(await resolutions.read(HOST, REPOSITORY, "main"), null);
  assert.deepEqual(await resolutions.write(HOST, REPOSITORY, "main", answer("a", 1)), answer("a", 1));
});

Deno.test("resolutions: two processes writing at once leave the newest answer", async () => {
  await using file = await kvFile();
  const [first, second] = [(await processOn(file)).store, (await processOn(file)).store];
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.uniqueArray(fc.nat(1000), { minLength: 2, maxLength: 6 }),
      async (ref, times) => {
        const written = await Promise.all(times.map(async (time, index) => {
          const { resolutions } = index % 2 === 0 ? first : second;
          return await resolutions.write(HOST, REPOSITORY, `${ref}-${times.join()}`, answer("a", time));
        }));
        const newest = Math.max(...times);
        written.forEach((stands, index) => assert(stands.resolvedAt >= (times[index] ?? 0)));
        const stored = await first.resolutions.read(HOST, REPOSITORY, `${ref}-${times.join()}`);
        assert.equal(stored?.resolvedAt, newest);
      },
    ),
    { numRuns: 20 },
  );
});

Deno.test("resolutions: a commit that timed out and landed is not taken for somebody else's", async () => {
  using kv = await Deno.openKv(":memory:");
  const late = landingLate(kv);
  const { resolutions } = stage(late).store;
  assert.deepEqual(await resolutions.write(HOST, REPOSITORY, "main", answer("a", 100)), answer("a", 100));
  assert.deepEqual(await resolutions.read(HOST, REPOSITORY, "main"), answer("a", 100));
});
