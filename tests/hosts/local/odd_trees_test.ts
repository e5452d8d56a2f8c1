/** Trees and names that no working directory could hold, made by git's plumbing. */
import assert from "node:assert/strict";
import { createGitRepository, type GitRepository, type PlumbedEntry } from "../../support/git_repository.ts";
import { revision, served } from "./_served.ts";

async function commitEntries(repository: GitRepository, entries: readonly PlumbedEntry[]): Promise<void> {
  const commit = await repository.commitTree(await repository.writeTree(entries));
  await repository.git(["update-ref", "refs/heads/main", commit]);
}

Deno.test('a tree is listed with the names that it has, but for those that lead out (kinds "traversal" and "file names")', async () => {
  await using repository = await createGitRepository({}, { bare: true });
  const { writeTree } = repository;
  const inner = await writeTree([{ name: "passwd", mode: "100644", content: "x" }]);
  await commitEntries(repository, [
    { name: "..", mode: "040000", content: inner },
    { name: ".git", mode: "040000", content: inner },
    { name: "a\\b.md", mode: "100644", content: "backslash" },
    { name: "line\nbreak.md", mode: "100644", content: "break" },
    { name: "q?#%20.md", mode: "100755", content: "marks" },
    { name: new Uint8Array([0x66, 0xe9, 0x2e, 0x6d, 0x64]), mode: "100644", content: "Latin-1" },
    { name: "old.md", mode: "100664", content: "an old mode" },
    { name: "tab\there.md", mode: "100644", content: "tab" },
    { name: "tab\there.md", mode: "100644", content: "the same name" },
  ]);
  const { resolve, tree, texts } = served(repository.directory);
  const { commit } = await resolve();
  const modes = (await tree(commit)).entries.map(({ path, mode }) => [path, mode]);
  assert.deepEqual(modes, [
    ["a\\b.md", "file"],
    ["line\nbreak.md", "file"],
    ["q?#%20.md", "executable"],
    ["f\\351.md", "file"],
    ["old.md", "file"],
    ["tab\there.md", "file"],
    ["\\\\164\\141\\142\\011\\150\\145\\162\\145\\056\\155\\144", "file"],
    ["\\\\056\\056/passwd", "file"],
    ["\\\\056\\147\\151\\164/passwd", "file"],
  ]);
  assert.equal((await texts(commit))["f\\351.md"], "Latin-1");
});

Deno.test('files that export-ignore names are served (kind "LFS pointer, export-ignore")', async () => {
  await using repository = await createGitRepository({
    ".gitattributes": "references/ export-ignore\n*.md export-subst\n",
    "references/a.md": "$Format:%H$\n",
  });
  const { resolve, texts } = served(repository.directory);
  for (const ref of [undefined, "main"]) {
    assert.equal((await texts((await resolve(ref)).commit))["references/a.md"], "$Format:%H$\n");
  }
});

const SHA_256 = {
  reason: "unsupported",
  detail: "the repository names its objects by SHA-256",
  remedy:
    "Commits are read where SHA-1 names them; a working tree is read in any case, at the address without a ref",
} as const;

Deno.test("the working tree of a repository with SHA-256 objects is served, edits included, and its commits are not", async () => {
  const files = { "skills/a/SKILL.md": "A\n", "gone.md": "x\n", ".gitignore": "ignored.md\n" };
  await using repository = await createGitRepository(files, { objectFormat: "sha256" });
  const { directory } = repository;
  const { host, repository: facts, now, resolve } = served(directory);
  const { "skills/a/SKILL.md": skill, "gone.md": gone } = await now();
  assert.deepEqual([skill, gone], ["A\n", "x\n"]);
  const before = (await resolve()).commit;
  await Deno.writeTextFile(`${directory}/skills/a/SKILL.md`, "B\n");
  await Deno.writeTextFile(`${directory}/ignored.md`, "ignored\n");
  await Deno.remove(`${directory}/gone.md`);
  assert.deepEqual(await now(), { "skills/a/SKILL.md": "B\n", ".gitignore": "ignored.md\n" });
  assert.notEqual((await resolve()).commit, before);
  assert.equal((await resolve()).kind, "worktree");
  for (const ref of ["main", "HEAD", "0".repeat(64), await repository.git(["rev-parse", "HEAD"])]) {
    const answer = await host.resolve(await facts(), revision(ref));
    assert.deepEqual(answer.ok || answer.error, ref === "HEAD" ? { reason: "not_found" } : SHA_256, ref);
  }
});

Deno.test("a bare repository that names objects by SHA-256 is said to be unsupported", async () => {
  await using repository = await createGitRepository({ "a.md": "A\n" }, { objectFormat: "sha256" });
  const { host, repository: facts } = served(repository.gitDir);
  const answer = await host.resolve(await facts(), { kind: "default" });
  assert.deepEqual(answer, {
    ok: false,
    error: SHA_256,
  });
});

Deno.test("a HEAD that names no branch is not an empty repository when there are others", async () => {
  await using repository = await createGitRepository({ "a.md": "A\n" });
  await repository.git(["symbolic-ref", "HEAD", "refs/heads/gone"]);
  const { host, repository: facts } = served(repository.gitDir);
  const answer = await host.resolve(await facts(), { kind: "default" });
  assert.deepEqual(answer, { ok: false, error: { reason: "not_found" } });
});

Deno.test("a short hash that fits two commits names neither", async () => {
  await using repository = await createGitRepository({ "a.md": "A\n" });
  const { git } = repository;
  const tree = await git(["rev-parse", "HEAD^{tree}"]);
  const prefixes = new Map<string, string>();
  let head = await git(["rev-parse", "HEAD"]);
  let shared: string | null = null;
  for (let number = 0; shared === null; number++) {
    head = await git(["commit-tree", tree, "-p", head, "-m", `${number}`]);
    const prefix = head.slice(0, 4);
    if (prefixes.has(prefix)) shared = prefix;
    prefixes.set(prefix, head);
  }
  await git(["update-ref", "refs/heads/main", head]);
  const { resolve } = served(repository.gitDir);
  assert.equal((await resolve(head.slice(0, 20))).commit, head);
  await assert.rejects(resolve(shared), /not_found/);
});
