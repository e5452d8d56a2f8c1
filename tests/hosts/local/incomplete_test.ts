/** A repository that lacks what its commit lists: its commits say so and how to complete it, its files are served. */
import assert from "node:assert/strict";
import { createGitRepository } from "../../support/git_repository.ts";
import { served } from "./_served.ts";

const FILES = { "skills/one/SKILL.md": "One\n", "other/two/SKILL.md": "Two\n" };

/** Without the tidying that git would go on with behind the test. */
async function git(...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("git", {
    args: ["-c", "maintenance.auto=false", ...args],
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}

Deno.test("a partial clone says that it lacks files of a commit and what completes it, and is served then", async (t) => {
  await using source = await createGitRepository(FILES);
  await source.git(["config", "uploadpack.allowFilter", "true"]);
  for (const filter of ["blob:none", "tree:0"]) {
    await t.step(filter, async () => {
      const root = await Deno.makeTempDir({ prefix: "skillmount-partial-" });
      try {
        const clone = `${root}/clone`;
        const url = `file://${source.directory}`;
        await git("clone", "-q", `--filter=${filter}`, "--sparse", url, clone);
        await git("-C", clone, "sparse-checkout", "set", "skills");
        const { host, repository, resolve, now, texts } = served(clone);
        assert.deepEqual(await now(), { "skills/one/SKILL.md": "One\n" });
        const { commit } = await resolve("main");
        const lacking = await host.tree(await repository(), commit, 1000);
        assert(!lacking.ok);
        assert.equal(lacking.error.reason, "incomplete");
        assert(
          "remedy" in lacking.error && lacking.error.remedy?.includes("git fetch --refetch --no-filter"),
        );

        // As its reader was told.
        await git("-C", clone, "fetch", "-q", "--refetch", "--no-filter");
        assert.deepEqual(await texts(commit), FILES);
      } finally {
        await Deno.remove(root, { recursive: true });
      }
    });
  }
});

Deno.test("a damaged repository says that it lacks objects, whatever kind they are", async (t) => {
  for (const object of ["HEAD:skills/one/SKILL.md", "HEAD:skills", "HEAD^{tree}"]) {
    await t.step(object, async () => {
      await using repository = await createGitRepository(FILES);
      const { directory, gitDir } = repository;
      const hash = await repository.git(["rev-parse", object]);
      await Deno.remove(`${gitDir}/objects/${hash.slice(0, 2)}/${hash.slice(2)}`);
      const { host, repository: facts, resolve } = served(directory);
      const listing = await host.tree(await facts(), (await resolve("main")).commit, 1000);
      assert.equal(listing.ok ? "listed" : listing.error.reason, "incomplete");
    });
  }
});
