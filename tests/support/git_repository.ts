/**
 * Builds real git repositories in temporary directories: from plain files with the everyday commands,
 * and by plumbing for trees that no working directory could hold. Every commit is made at a fixed time
 * by a fixed author, so that equal content gives equal hashes.
 */
import { dirname, join } from "node:path";

export type FileContents = Readonly<Record<string, string | Uint8Array>>;

/** One name of a tree that is written by plumbing. `content` is a symlink's target or a submodule's commit. */
export interface PlumbedEntry {
  readonly name: string | Uint8Array;
  readonly mode: "100644" | "100755" | "100664" | "120000" | "160000" | "040000";
  /** Bytes or text of a blob, a submodule's commit, or the hash of a subtree. */
  readonly content: string | Uint8Array;
}

/** What a command reads: a whole, or parts of one. */
export type GitInput = string | Uint8Array | Iterable<Uint8Array<ArrayBuffer>>;

export interface GitRepository extends AsyncDisposable {
  /** Absolute, every link resolved. */
  readonly directory: string;
  /** The repository's git directory. */
  readonly gitDir: string;
  /** Runs git on the repository and gives its output without the last line feed; throws when it fails. */
  git(args: readonly string[], input?: GitInput): Promise<string>;
  /** Writes files into the working tree; directories come into being. */
  write(files: FileContents): Promise<void>;
  /** Writes files, adds everything and commits; gives the commit's hash. */
  commit(files?: FileContents, message?: string): Promise<string>;
  /** Writes a tree object by hand and gives its hash; a name may be anything without `/` and NUL. */
  writeTree(entries: readonly PlumbedEntry[]): Promise<string>;
  /** Makes a commit of a tree, without touching any ref or the working tree. */
  commitTree(tree: string, parents?: readonly string[]): Promise<string>;
}

export interface GitRepositoryOptions {
  readonly bare?: boolean;
  readonly branch?: string;
  readonly objectFormat?: "sha1" | "sha256";
  /** Where it is made; a new temporary directory when left out, which disposal removes. */
  readonly directory?: string;
}

const ENVIRONMENT = {
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada Author",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_AUTHOR_DATE: "2024-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Ada Author",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  GIT_COMMITTER_DATE: "2024-01-01T00:00:00Z",
};

/** A new repository, with these files committed to its branch unless there are none. */
export async function createGitRepository(
  files: FileContents = {},
  options: GitRepositoryOptions = {},
): Promise<GitRepository> {
  const { bare = false, branch = "main", objectFormat = "sha1" } = options;
  const temporary = options.directory === undefined
    ? await Deno.makeTempDir({ prefix: "skillmount-" })
    : null;
  const path = options.directory ?? join(temporary ?? "", "repository");
  await Deno.mkdir(path, { recursive: true });
  const directory = await Deno.realPath(path);
  const gitDir = bare ? directory : join(directory, ".git");
  const place = bare ? [`--git-dir=${gitDir}`] : ["-C", directory];
  await runGit([
    "init",
    "--quiet",
    `--initial-branch=${branch}`,
    `--object-format=${objectFormat}`,
    ...(bare ? ["--bare"] : []),
    directory,
  ]);

  const git: GitRepository["git"] = (args, input) => runGit([...place, ...args], input);

  const repository: GitRepository = {
    directory,
    gitDir,
    git,
    write: (files) => writeFiles(directory, files),
    async commit(files = {}, message = "A change") {
      await writeFiles(directory, files);
      await git(["add", "--all"]);
      await git(["commit", "--quiet", "--allow-empty", "-m", message]);
      return await git(["rev-parse", "HEAD"]);
    },
    async writeTree(entries) {
      const parts: Uint8Array[] = [];
      for (const { name, mode, content } of entries) {
        const isHash = mode === "040000" || mode === "160000";
        const hash = isHash ? content : await git(["hash-object", "-w", "--stdin"], content);
        parts.push(bytesOf(`${mode.replace(/^0/, "")} `), bytesOf(name), new Uint8Array(1));
        parts.push(Uint8Array.from(String(hash).match(/../g) ?? [], (digits) => parseInt(digits, 16)));
      }
      // Git's own commands refuse odd names, so that the object is put together here.
      const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
      return await git(["hash-object", "-w", "-t", "tree", "--literally", "--stdin"], bytes);
    },
    commitTree: (tree, parents = []) =>
      git(["commit-tree", tree, "-m", "A tree", ...parents.flatMap((parent) => ["-p", parent])]),
    async [Symbol.asyncDispose]() {
      if (temporary !== null) await Deno.remove(temporary, { recursive: true });
    },
  };
  if (Object.keys(files).length > 0) await repository.commit(files);
  return repository;
}

/** Writes files below a directory; directories come into being. */
export async function writeFiles(directory: string, files: FileContents): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path);
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeFile(file, bytesOf(content));
  }
}

async function runGit(args: readonly string[], input?: GitInput): Promise<string> {
  const child = new Deno.Command("git", {
    args: [...args],
    clearEnv: true,
    env: ENVIRONMENT,
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (input !== undefined) {
    const isWhole = typeof input === "string" || input instanceof Uint8Array;
    const writer = child.stdin.getWriter();
    for (const part of isWhole ? [Uint8Array.from(bytesOf(input))] : input) await writer.write(part);
    await writer.close();
  }
  const { success, stdout, stderr } = await child.output();
  if (!success) {
    throw new Error(`Cannot run git ${args.join(" ")}: ${new TextDecoder().decode(stderr).trim()}`);
  }
  return new TextDecoder().decode(stdout).replace(/\n$/, "");
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
