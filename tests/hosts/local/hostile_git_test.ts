/**
 * Repositories that attack whoever reads them with git. Each test first lets the attack succeed on git
 * as people run it, so that it is known to be one, then serves the repository: nothing may run, and the
 * bytes must be the true ones.
 */
import assert from "node:assert/strict";
import type { BlobHash, CommitHash } from "../../../contracts/addresses.ts";
import { parseBlobHash, parseCommitHash } from "../../../src/format/mod.ts";
import { createGitRepository, type GitRepository } from "../../support/git_repository.ts";
import { revision, served } from "./_served.ts";

const SKILL = "---\nname: copy\ndescription: Writes.\n---\nTrue body\n";
const FILES = { "SKILL.md": SKILL, "guide.md": "Guide\n" };

/** A repository and a file that its attack brings into being. */
interface Trap extends AsyncDisposable {
  readonly repository: GitRepository;
  /** A shell command that springs the trap. */
  readonly spring: string;
  /** Whether the trap was sprung; sets it again. */
  sprung(): Promise<boolean>;
}

async function trap(): Promise<Trap> {
  const repository = await createGitRepository(FILES);
  const marker = `${repository.directory}-sprung`;
  return {
    repository,
    spring: `touch '${marker}'`,
    async sprung() {
      try {
        await Deno.remove(marker);
        return true;
      } catch {
        return false;
      }
    },
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

/** Everything that the host does with a repository, on a clean tree, a changed one and a committed one. */
async function serveEverything({ directory, git }: GitRepository): Promise<void> {
  const host = served(directory);
  const head = await git(["rev-parse", "HEAD"]);
  for (const revision of [undefined, "main", head, head.slice(0, 10)]) {
    const { commit } = await host.resolve(revision);
    assert.equal((await host.texts(commit))["SKILL.md"], SKILL, revision);
  }
  await Deno.writeTextFile(`${directory}/guide.md`, "Changed\n");
  assert.equal((await host.now())["guide.md"], "Changed\n");
}

/** Attacks by configuration: what is put where, and the everyday command that falls for it. */
const ATTACKS: Readonly<
  Record<string, { readonly plant: (trap: Trap) => Promise<void>; readonly victim: readonly string[] }>
> = {
  "core.fsmonitor": {
    async plant({ repository, spring }) {
      await repository.git(["config", "core.fsmonitor", `${spring}; false`]);
    },
    victim: ["status"],
  },
  "an included configuration": {
    async plant({ repository, spring }) {
      await Deno.writeTextFile(
        `${repository.directory}-config`,
        `[core]\n\tfsmonitor = "${spring}; false"\n`,
      );
      await repository.git(["config", "include.path", `${repository.directory}-config`]);
    },
    victim: ["status"],
  },
  "a configuration of the worktree": {
    async plant({ repository, spring }) {
      await repository.git(["config", "extensions.worktreeConfig", "true"]);
      await repository.git(["config", "--worktree", "core.fsmonitor", `${spring}; false`]);
    },
    victim: ["status"],
  },
  "a hook": {
    plant: ({ repository, spring }) => plantHook(`${repository.gitDir}/hooks`, spring),
    victim: ["status"],
  },
  "core.hooksPath": {
    async plant({ repository, spring }) {
      await plantHook(`${repository.directory}-hooks`, spring);
      await repository.git(["config", "core.hooksPath", `${repository.directory}-hooks`]);
    },
    victim: ["status"],
  },
  "a clean filter": {
    async plant({ repository, spring }) {
      await repository.commit({ ".gitattributes": "*.md filter=evil\n" });
      await repository.git(["config", "filter.evil.clean", `${spring}; echo forged`]);
    },
    victim: ["status"],
  },
  "a filter process": {
    async plant({ repository, spring }) {
      await Deno.writeTextFile(`${repository.gitDir}/info/attributes`, "*.md filter=evil\n");
      await repository.git(["config", "filter.evil.process", spring]);
    },
    victim: ["status"],
  },
  "textconv": {
    async plant({ repository, spring }) {
      await repository.commit({ ".gitattributes": "*.md diff=evil\n" });
      await repository.git(["config", "diff.evil.textconv", `${spring}; cat`]);
    },
    victim: ["cat-file", "--textconv", "HEAD:SKILL.md"],
  },
  "an external diff": {
    async plant({ repository, spring }) {
      await repository.git(["config", "diff.external", spring]);
    },
    victim: ["diff"],
  },
};

async function plantHook(directory: string, spring: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  await Deno.writeTextFile(`${directory}/post-index-change`, `#!/bin/sh\n${spring}\n`);
  await Deno.chmod(`${directory}/post-index-change`, 0o755);
}

/** Gives a file a time that the index does not have, so that git reads it again and writes the index anew. */
function makeIndexStale({ directory }: GitRepository, seconds: number): Promise<void> {
  return Deno.utime(`${directory}/SKILL.md`, seconds, seconds);
}

for (const [attack, { plant, victim }] of Object.entries(ATTACKS)) {
  Deno.test(`a hostile repository's ${attack} runs nothing (kind "hostile git")`, async () => {
    await using set = await trap();
    const { repository } = set;
    await plant(set);
    await Deno.writeTextFile(`${repository.directory}/guide.md`, "Other\n");
    await makeIndexStale(repository, 1000);
    await repository.git(victim).catch(() => {});
    assert(await set.sprung(), "the attack works on git as people run it");

    await Deno.writeTextFile(`${repository.directory}/guide.md`, FILES["guide.md"]);
    await makeIndexStale(repository, 2000);
    await set.sprung();
    await serveEverything(repository);
    assert.equal(await set.sprung(), false);
  });
}

Deno.test('a replaced object is served as it was committed (kind "hostile git")', async () => {
  await using repository = await createGitRepository(FILES);
  const { git } = repository;
  const forged = await git(["hash-object", "-w", "--stdin"], "forged");
  await git(["replace", await git(["rev-parse", "HEAD:SKILL.md"]), forged]);
  assert.equal(await git(["cat-file", "-p", "HEAD:SKILL.md"]), "forged");
  await serveEverything(repository);
});

Deno.test('grafted parents do not bring a commit into the history (kind "hostile git")', async () => {
  await using repository = await createGitRepository(FILES);
  const { git, gitDir } = repository;
  const head = await git(["rev-parse", "HEAD"]);
  const stranger = await git(["commit-tree", "HEAD^{tree}", "-m", "A stranger"]);
  await Deno.mkdir(`${gitDir}/info`, { recursive: true });
  await Deno.writeTextFile(`${gitDir}/info/grafts`, `${head} ${stranger}\n`);
  await git(["merge-base", "--is-ancestor", stranger, "HEAD"]);

  const { host, repository: facts } = served(repository.directory);
  const answer = await host.resolve(await facts(), revision(stranger));
  assert.deepEqual(answer, { ok: false, error: { reason: "not_found" } });
});

Deno.test('a partial clone fetches nothing and is never sold as whole (kind "hostile git")', async () => {
  await using set = await trap();
  const { repository } = set;
  const { git, gitDir } = repository;
  const blob = await git(["rev-parse", "HEAD:SKILL.md"]);
  await Deno.remove(`${gitDir}/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
  await git(["config", "core.repositoryFormatVersion", "1"]);
  await git(["config", "extensions.partialClone", "origin"]);
  await git(["config", "remote.origin.promisor", "true"]);
  await git(["config", "remote.origin.url", `file://${repository.directory}`]);
  await git(["config", "remote.origin.uploadpack", set.spring]);
  await git(["cat-file", "-p", blob]).catch(() => {});
  assert(await set.sprung(), "the attack works on git as people run it");

  const { host, repository: facts, resolve, now } = served(repository.directory);
  const { commit } = await resolve("main");
  const listing = await host.tree(await facts(), commit, 1000);
  assert.equal(listing.ok ? "listed" : listing.error.reason, "incomplete");
  const wanted = [{ hash: blobHash(blob), path: "SKILL.md" }];
  const signal = new AbortController().signal;
  assert.deepEqual(await Array.fromAsync(host.blobs(await facts(), commit, wanted, signal)), []);
  // The working tree has its files, whatever the repository lacks.
  assert.equal((await now())["SKILL.md"], SKILL);
  assert.equal(await set.sprung(), false);
});

Deno.test('an object that is not what its hash says is left out (kind "hostile git")', async () => {
  await using repository = await createGitRepository(FILES);
  const { git, gitDir } = repository;
  const path = (hash: string) => `${gitDir}/objects/${hash.slice(0, 2)}/${hash.slice(2)}`;
  const [skill, guide] = [
    await git(["rev-parse", "HEAD:SKILL.md"]),
    await git(["rev-parse", "HEAD:guide.md"]),
  ];
  await Deno.remove(path(skill));
  await Deno.copyFile(path(guide), path(skill));
  assert.equal(await git(["cat-file", "-p", skill]), "Guide");

  const { resolve, texts } = served(repository.directory);
  assert.deepEqual(await texts((await resolve("main")).commit), { "guide.md": "Guide\n" });
});

Deno.test('a directory that is not what its hash says is not served (kind "hostile git")', async () => {
  for (const forged of ["HEAD:docs", "HEAD:docs/inner", "HEAD^{tree}", "HEAD"]) {
    await using repository = await createGitRepository({ ...FILES, "docs/inner/true.md": "True\n" });
    const { git, gitDir } = repository;
    const path = (hash: string) => `${gitDir}/objects/${hash.slice(0, 2)}/${hash.slice(2)}`;
    const head = await git(["rev-parse", "HEAD"]);
    const replaced = await git(["rev-parse", forged]);
    const other = await repository.commit({ "docs/inner/true.md": "Forged\n" });
    await git(["reset", "--quiet", "--soft", head]);
    await Deno.remove(path(replaced));
    await Deno.copyFile(path(await git(["rev-parse", forged.replace("HEAD", other)])), path(replaced));
    if (forged.startsWith("HEAD:")) {
      assert.match(
        await git(["ls-tree", "-r", head]),
        new RegExp(await git(["rev-parse", `${other}:docs/inner/true.md`])),
      );
    }
    const { host, repository: facts } = served(gitDir);
    const listing = await host.tree(await facts(), commitHash(head), 1000);
    assert.equal(listing.ok, false, forged);
  }
});

Deno.test('directories that hold each other many times over are cut (kind "hostile git")', async () => {
  await using repository = await createGitRepository(FILES);
  const { git, writeTree, commitTree } = repository;
  let tree = await writeTree([]);
  for (let depth = 0; depth < 30; depth++) {
    tree = await writeTree(["a", "b", "c"].map((name) => ({ name, mode: "040000", content: tree })));
  }
  await git(["update-ref", "refs/heads/main", await commitTree(tree)]);
  const { resolve, tree: listing } = served(repository.gitDir);
  assert.equal((await listing((await resolve()).commit)).truncated, true);
});

Deno.test("looking at a repository leaves its index as it was", async () => {
  await using repository = await createGitRepository(FILES);
  const index = `${repository.gitDir}/index`;
  const stale = async () => {
    await Deno.utime(`${repository.directory}/guide.md`, 1000, 1000);
    return await Deno.readFile(index);
  };
  const before = await stale();
  await repository.git(["status"]);
  assert.notDeepEqual(await Deno.readFile(index), before, "git as people run it rewrites the index");

  const untouched = await stale();
  await serveEverything(repository);
  assert.deepEqual(await Deno.readFile(index), untouched);
});

Deno.test("the server's own environment does not reach git", async () => {
  await using repository = await createGitRepository(FILES);
  Deno.env.set("GIT_OBJECT_DIRECTORY", "/nonexistent");
  try {
    await serveEverything(repository);
  } finally {
    Deno.env.delete("GIT_OBJECT_DIRECTORY");
  }
});

Deno.test("a directory of another user is served, because the operator named it", async (t) => {
  await using repository = await createGitRepository(FILES);
  const { directory, gitDir } = repository;
  const isGivenAway = await Deno.chown(directory, 12345, 12345).then(() => true, () => false);
  const name = isGivenAway
    ? "another user's"
    : "another user's (skipped: only root can give a directory away)";
  await t.step({
    name,
    ignore: !isGivenAway,
    async fn() {
      await assert.rejects(repository.git(["status"]), /dubious ownership/);
      const git: GitRepository["git"] = (args) => repository.git([`--git-dir=${gitDir}`, ...args]);
      await serveEverything({ ...repository, git });
    },
  });
});

function commitHash(text: string): CommitHash {
  const parsed = parseCommitHash(text);
  assert(parsed.ok);
  return parsed.value;
}

function blobHash(text: string): BlobHash {
  const parsed = parseBlobHash(text);
  assert(parsed.ok);
  return parsed.value;
}
