/** What an address without a ref serves: a directory as it is. */
import assert from "node:assert/strict";
import { createGitRepository, writeFiles } from "../../support/git_repository.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { served } from "./_served.ts";
import { watchDisk } from "./_watch_disk.ts";

const FILES = { "SKILL.md": "Skill\n", "guide.md": "Guide\n", ".gitignore": "*.log\nbuild/\n" };

Deno.test("a working tree without changes is its head commit", async () => {
  await using repository = await createGitRepository(FILES);
  const host = served(repository.directory);
  const commit = await repository.git(["rev-parse", "HEAD"]);
  assert.deepEqual(await host.resolve(), { commit, kind: "branch", name: "main", onDefaultBranch: true });

  // Neither times, nor the index, nor what is ignored makes a change.
  await Deno.utime(`${repository.directory}/guide.md`, 1000, 1000);
  await writeFiles(repository.directory, { "debug.log": "Log\n", "build/out.md": "Out\n" });
  await repository.git(["rm", "--cached", "--quiet", "guide.md"]);
  assert.equal((await host.resolve()).commit, commit);
});

Deno.test("a changed working tree is served as it is, a branch as it was committed", async () => {
  await using repository = await createGitRepository(FILES);
  const host = served(repository.directory);
  const { directory } = repository;
  await writeFiles(directory, { "SKILL.md": "Edited\n", "new/staged.md": "Staged\n", "debug.log": "Log\n" });
  await repository.git(["add", "new"]);
  await writeFiles(directory, { "new/untracked.md": "Untracked\n", "build/out.md": "Out\n" });
  await Deno.remove(`${directory}/guide.md`);

  const resolution = await host.resolve();
  assert.deepEqual({ ...resolution, commit: "" }, {
    commit: "",
    kind: "worktree",
    name: null,
    onDefaultBranch: true,
  });
  assert.deepEqual(await host.texts(resolution.commit), {
    ".gitignore": FILES[".gitignore"],
    "SKILL.md": "Edited\n",
    "new/staged.md": "Staged\n",
    "new/untracked.md": "Untracked\n",
  });
  assert.deepEqual(await host.texts((await host.resolve("main")).commit), FILES);
});

Deno.test("equal contents have one pseudo-commit, and every change another", async () => {
  await using repository = await createGitRepository(FILES);
  const host = served(repository.directory);
  const seen: string[] = [];
  for (const text of ["One\n", "Two\n", "One\n", FILES["guide.md"]]) {
    await writeFiles(repository.directory, { "guide.md": text });
    seen.push((await host.resolve()).commit);
  }
  assert.equal(seen[0], seen[2]);
  assert.equal(seen[3], await repository.git(["rev-parse", "HEAD"]));
  assert.equal(new Set(seen).size, 3);
});

Deno.test("a pseudo-commit answers for as long as its content is there", async () => {
  await using repository = await createGitRepository(FILES);
  const { directory } = repository;
  const host = served(directory);
  await writeFiles(directory, { "guide.md": "Edited\n" });
  const { commit } = await host.resolve();
  await writeFiles(directory, { "guide.md": "Edited again\n" });
  assert.equal((await host.resolve(commit)).kind, "worktree");
  assert.equal((await host.tree(commit)).entries.length, 3);
  assert.deepEqual(await host.texts(commit), { ".gitignore": FILES[".gitignore"], "SKILL.md": "Skill\n" });

  // Another process has not seen it: it finds what the directory holds now, and nothing else.
  const other = served(directory);
  const now = await host.resolve();
  assert.deepEqual((await other.texts(now.commit))["guide.md"], "Edited again\n");
  const gone = await served(directory).host.tree(await other.repository(), commit, 1000);
  assert.deepEqual(gone, { ok: false, error: { reason: "not_found" } });
});

Deno.test("a directory is remembered within its bound", async () => {
  await using repository = await createGitRepository(FILES);
  const host = served(repository.directory, { maxBytes: 2000 });
  await writeFiles(repository.directory, { "guide.md": "Edited\n" });
  const first = await host.resolve();
  await writeFiles(repository.directory, { "guide.md": "Edited again\n" });
  await host.resolve();
  const answer = await host.host.tree(await host.repository(), first.commit, 1000);
  assert.deepEqual(answer, { ok: false, error: { reason: "not_found" } });
});

Deno.test("an edit shows whatever it does to size and times", async () => {
  await using repository = await createGitRepository(FILES);
  const { directory } = repository;
  const file = `${directory}/guide.md`;
  // The file system's own present: within it, times cannot tell two edits apart.
  const present = (await Deno.stat(file)).mtime?.getTime();
  const host = served(directory, { clock: manualClock(present) });
  await Deno.utime(file, 1000, 1000);
  await host.now();
  for (const text of ["One..\n", "Two..\n", "Three\n"]) {
    await Deno.writeTextFile(file, text);
    await Deno.utime(file, 1000, 1000);
    assert.equal((await host.now())["guide.md"], text);
  }
  await writeFiles(directory, { "other.md": "Other\n" });
  await Deno.rename(`${directory}/other.md`, file);
  assert.equal((await host.now())["guide.md"], "Other\n");
});

Deno.test("a file at rest is read once, however often the directory is looked at", async () => {
  await using repository = await createGitRepository(FILES);
  const { directory } = repository;
  const host = served(directory);
  const { commit } = await host.resolve();
  const read = new Set<string>();
  using _watch = watchDisk((path, isRead) => isRead && read.add(path));
  assert.equal((await host.resolve()).commit, commit);
  assert.deepEqual([...read], []);
  await writeFiles(directory, { "guide.md": "Edited\n" });
  await host.resolve();
  assert.deepEqual([...read], [`${directory}/guide.md`]);
});

Deno.test("a look that takes too long ends as unavailable, and the next one goes on where it stopped", async () => {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-" });
  try {
    const names = Array.from({ length: 20 }, (_, number) => `${number}.md`);
    await writeFiles(directory, Object.fromEntries(names.map((name) => [name, name])));
    const host = served(directory);
    const facts = await host.repository();
    const look = () => host.host.resolve(facts, { kind: "default" });
    const early = new Set<string>();
    {
      using _watch = watchDisk((path, isRead) => {
        if (isRead && early.add(path).size === 10) host.clock.advance(10_000);
      });
      const answer = await look();
      assert.equal(answer.ok ? "served" : answer.error.reason, "unavailable");
    }
    assert(early.size < names.length);
    const late = new Set<string>();
    {
      using _watch = watchDisk((path, isRead) => isRead && late.add(path));
      assert((await look()).ok);
    }
    assert(late.size < names.length);
    assert.deepEqual(await host.now(), Object.fromEntries(names.map((name) => [name, name])));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a file over the read limit is listed with its size and never read", async () => {
  await using repository = await createGitRepository({ ...FILES, "large.bin": "x".repeat(101) });
  const { directory } = repository;
  const head = await repository.git(["rev-parse", "HEAD"]);
  const host = served(directory, { maxFileBytes: 100 });
  const commits: string[] = [(await host.resolve()).commit];
  // Reading a terabyte would not end.
  for (const size of [1e12, 1e12 + 1, 101]) {
    await Deno.truncate(`${directory}/large.bin`, size);
    const { commit } = await host.resolve();
    commits.push(commit);
    const entry = (await host.tree(commit)).entries.find(({ path }) => path === "large.bin");
    assert.equal(entry?.size, size);
    if (commit !== head) assert.deepEqual(await host.texts(commit), FILES);
  }
  assert.deepEqual([commits[0], commits[3]], [head, head]);
  assert.equal(new Set(commits).size, 3);
});

Deno.test("filters of git do not apply: the bytes on the disk are served", async () => {
  await using repository = await createGitRepository({
    ".gitattributes": "*.md text eol=crlf\n",
    "a.md": "One\n",
  });
  const { directory } = repository;
  await repository.git(["rm", "--quiet", "--cached", "a.md"]);
  await Deno.remove(`${directory}/a.md`);
  await repository.git(["checkout", "--quiet", "HEAD", "--", "a.md"]);
  const host = served(directory);
  assert.equal((await host.now())["a.md"], "One\r\n");
  assert.equal((await host.texts((await host.resolve("main")).commit))["a.md"], "One\n");
});

Deno.test("submodules and repositories further down are not entered", async () => {
  await using repository = await createGitRepository(FILES);
  const { directory } = repository;
  const head = await repository.git(["rev-parse", "HEAD"]);
  await createGitRepository({ "inner.md": "Inner\n" }, { directory: `${directory}/vendored` });
  await createGitRepository({ "inner.md": "Inner\n" }, { directory: `${directory}/stray` });
  await repository.git(["update-index", "--add", "--cacheinfo", `160000,${head},vendored`]);
  const host = served(directory);
  const { commit } = await host.resolve();
  assert.deepEqual(await host.texts(commit), FILES);
  const submodules = (await host.tree(commit)).entries.filter(({ mode }) => mode === "submodule");
  assert.deepEqual(submodules, [{ path: "vendored", mode: "submodule", hash: head, size: null }]);

  await Deno.remove(`${directory}/.git`, { recursive: true });
  assert.deepEqual(await host.now(), FILES);
});

Deno.test("a sparse checkout without changes is its head commit; with changes, what is there", async () => {
  await using repository = await createGitRepository({ ...FILES, "large/data.md": "Data\n" });
  const { directory, git } = repository;
  await git(["sparse-checkout", "set", "--no-cone", "/*", "!/large/"]);
  const host = served(directory);
  for (const options of [{}, { maxFileBytes: 4 }]) {
    const { commit } = await served(directory, options).resolve();
    assert.equal(commit, await git(["rev-parse", "HEAD"]));
  }
  await writeFiles(directory, { "guide.md": "Edited\n" });
  assert.deepEqual(await host.now(), { ...FILES, "guide.md": "Edited\n" });
});

Deno.test("a linked worktree is served, with its own branch as the default", async () => {
  await using repository = await createGitRepository(FILES);
  const { directory, git } = repository;
  const worktree = `${directory}-feature`;
  await git(["worktree", "add", "--quiet", "-b", "feature", worktree]);
  const host = served(worktree);
  assert.equal((await host.resolve()).name, "feature");
  await writeFiles(worktree, { "guide.md": "Edited\n" });
  assert.equal((await host.now())["guide.md"], "Edited\n");
  assert.equal((await host.resolve("main")).commit, await git(["rev-parse", "main"]));
});

Deno.test("a directory inside a repository is served as it is, without what git ignores", async () => {
  await using repository = await createGitRepository({ ...FILES, "area/SKILL.md": "Inner\n" });
  const { directory, git } = repository;
  await writeFiles(directory, {
    "area/debug.log": "Log\n",
    "area/new.md": "New\n",
    "areas/x.md": "Beside\n",
  });
  const host = served(`${directory}/area`);
  assert.deepEqual(await host.now(), { "SKILL.md": "Inner\n", "new.md": "New\n" });
  const facts = await host.repository();
  assert.equal(facts.defaultBranch, null);
  const head = await git(["rev-parse", "HEAD"]);
  for (const text of ["main", head]) await assert.rejects(host.resolve(text), /not_found/);
});

Deno.test("a plain directory is served as it is", async () => {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-" });
  try {
    await writeFiles(directory, { "a/SKILL.md": "Skill\n", ".hidden/b.md": "B\n", "empty.md": "" });
    await Deno.chmod(`${directory}/empty.md`, 0o755);
    const host = served(directory);
    const { commit, kind } = await host.resolve();
    assert.equal(kind, "worktree");
    assert.deepEqual(await host.texts(commit), {
      "a/SKILL.md": "Skill\n",
      ".hidden/b.md": "B\n",
      "empty.md": "",
    });
    const modes = (await host.tree(commit)).entries.map(({ path, mode }) => `${mode} ${path}`);
    assert.deepEqual(modes, ["file .hidden/b.md", "file a/SKILL.md", "executable empty.md"]);
    await assert.rejects(host.resolve("main"), /not_found/);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a new repository serves its files before the first commit", async () => {
  await using repository = await createGitRepository();
  const host = served(repository.directory);
  assert.deepEqual(await host.now(), {});
  await repository.write(FILES);
  assert.deepEqual(await host.now(), FILES);
});

Deno.test("a directory with more files than the bound is truncated, never a part sold as the whole", async () => {
  await using repository = await createGitRepository(FILES);
  await writeFiles(repository.directory, { "new.md": "New\n" });
  for (const git of [true, false]) {
    if (!git) await Deno.remove(repository.gitDir, { recursive: true });
    const host = served(repository.directory, { maxFiles: 3 });
    assert.equal((await host.tree((await host.resolve()).commit)).truncated, true);
    const enough = served(repository.directory, { maxFiles: 4 });
    assert.equal((await enough.tree((await enough.resolve()).commit)).truncated, false);
  }
});

Deno.test("a detached HEAD is served, and no branch is the default", async () => {
  await using repository = await createGitRepository(FILES);
  const commit = await repository.git(["rev-parse", "HEAD"]);
  await repository.git(["checkout", "--quiet", "--detach"]);
  const host = served(repository.directory);
  assert.equal((await host.repository()).defaultBranch, null);
  assert.deepEqual(await host.resolve(), { commit, kind: "commit", name: null, onDefaultBranch: true });
  assert.equal((await host.resolve(commit)).onDefaultBranch, true);
});
