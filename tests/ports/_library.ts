import assert from "node:assert/strict";
import type { CommitHash, RefName, Revision } from "../../contracts/addresses.ts";
import type { GitHost, HostFailure, Repository } from "../../contracts/git_host.ts";
import type { Result } from "../../contracts/result.ts";
import { parseCommitHash, parseRefName } from "../../src/format/mod.ts";
import { createGitRepository, type GitRepository } from "../support/git_repository.ts";

/** A host that serves one repository. */
export interface ServedRepository extends Partial<AsyncDisposable> {
  readonly host: GitHost;
  readonly owner: string;
  readonly name: string;
}

/** Makes the host under test serve `repository`, to which nothing is committed any more. */
export type ServeRepository = (repository: GitRepository) => ServedRepository | Promise<ServedRepository>;

export const FILES = {
  "README.md": "# Library\n",
  "skills/ad-copy/SKILL.md": "---\nname: ad-copy\ndescription: Writes.\n---\nBody\n",
  "skills/ad-copy/empty.txt": "",
  "skills/ad-copy/image.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13]),
  "skills/ad-copy/large.bin": new Uint8Array(3 * 1024 * 1024).fill(7),
  "skills/ad-copy/copy of README.md": "# Library\n",
  "setup guide.md": "spaces\n",
  "setup%20guide.md": "an escape\n",
  "café.md": "accents\n",
};

export interface Served extends AsyncDisposable {
  readonly host: GitHost;
  readonly owner: string;
  readonly name: string;
  readonly repository: Repository;
  resolve(revision: Revision): ReturnType<GitHost["resolve"]>;
}

export interface Library extends Served {
  readonly commits: Commits;
}

type Commits = Readonly<
  Record<
    | "first"
    | "tip"
    | "releaseParent"
    | "release"
    | "fork"
    | "orphan"
    | "tagObject"
    | "tree"
    | "blob"
    | "missing",
    CommitHash
  >
>;

export async function serveRepository(serve: ServeRepository, repository: GitRepository): Promise<Served> {
  const served = await serve(repository);
  const { host, owner, name } = served;
  const facts = valueOf(await host.repository(owner, name));
  return {
    host,
    owner,
    name,
    repository: facts,
    resolve: (revision) => host.resolve(facts, revision),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]?.();
    },
  };
}

/** A library with a release branch, tags of every sort, a fork's commit and one that no ref reaches. */
export async function serveLibrary(serve: ServeRepository): Promise<Library> {
  const repository = await createGitRepository();
  const { git } = repository;
  const commits = await buildLibrary(repository);
  await git(["checkout", "--quiet", "--force", "main"]);
  const served = await serveRepository(serve, repository);
  return {
    ...served,
    commits,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
}

async function buildLibrary(repository: GitRepository): Promise<Commits> {
  const { git } = repository;
  const hash = async (args: readonly string[], input?: string) => commitHash(await git(args, input));
  const commit = async (files: Record<string, string>, message: string) =>
    commitHash(await repository.commit(files, message));

  const first = await commit({ "README.md": "# Draft\n" }, "First");
  await git(["checkout", "--quiet", "-b", "release/1.2"]);
  const releaseParent = await commit({ "CHANGES.md": "soon\n" }, "Prepare");
  const release = await commit({ "CHANGES.md": "done\n" }, "Release");
  await git(["checkout", "--quiet", "main"]);
  await repository.write({ ...FILES, "run.sh": "echo\n" });
  await Deno.chmod(`${repository.directory}/run.sh`, 0o755);
  await Deno.symlink("../../etc/passwd", `${repository.directory}/passwd`);
  await git(["update-index", "--add", "--cacheinfo", `160000,${first},vendored`]);
  await Deno.mkdir(`${repository.directory}/vendored`);
  const tip = await commit({}, "Second");
  const tree = await hash(["rev-parse", "HEAD^{tree}"]);
  const blob = await hash(["rev-parse", "HEAD:README.md"]);
  const fork = await hash(["commit-tree", tree, "-p", first, "-m", "A fork's"]);
  const orphan = await hash(["commit-tree", tree, "-m", "Of no ref"]);

  await git(["branch", "both"]);
  await git(["tag", "both", first]);
  await git(["tag", "v1", first]);
  await git(["tag", "v1.2.0", release]);
  await git(["tag", "-m", "Annotated", "annotated", first]);
  await git(["tag", "-m", "Nested", "nested", "annotated"]);
  await git(["tag", "of-a-tree", tree]);
  await git(["tag", "of-a-blob", blob]);
  const tagObject = await hash(["rev-parse", "refs/tags/annotated"]);
  for (const name of ["pull/1/head", "notes/commits", "remotes/origin/main", "disguised", "heads-up"]) {
    await git(["update-ref", `refs/${name}`, fork]);
  }
  const missing = commitHash("0123456789".repeat(4));
  return { first, tip, releaseParent, release, fork, orphan, tagObject, tree, blob, missing };
}

export function ref(name: string): Revision {
  const parsed = parseRefName(name);
  assert(parsed.ok, name);
  return { kind: "ref", name: parsed.value satisfies RefName };
}

function commitHash(text: string): CommitHash {
  const parsed = parseCommitHash(text);
  assert(parsed.ok, text);
  return parsed.value;
}

export function valueOf<Value>(result: Result<Value, HostFailure>): Value {
  assert(result.ok, JSON.stringify(result));
  return result.value;
}
