import { createHash } from "node:crypto";
import type { CommitHash } from "../../../contracts/addresses.ts";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { GitHost, HostFailure, Repository, RepositoryId } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseHostKey } from "../../format/mod.ts";
import { ADDRESS_NAME } from "./_address_name.ts";
import { type CommitSource, createCommits } from "./_commits.ts";
import { findDirectory } from "./_directories.ts";
import { readGitBlobs } from "./_git_blobs.ts";
import { gitRefs } from "./_git_refs.ts";
import { readGitTree } from "./_git_tree.ts";
import { type Layout, readLayout } from "./_layout.ts";
import { createOwnObjects } from "./_own_objects.ts";
import { readWorktreeBlobs } from "./_worktree_blobs.ts";
import { createWorktrees } from "./_worktrees.ts";
import type { GitRunner } from "./git_runner.ts";

export interface LocalHostOptions {
  /** Absolute directories by `owner/name`, as `localAddresses()` gives them. */
  readonly directories: ReadonlyMap<string, string>;
  /** Serves `<root>/<owner>/<name>` besides; absolute. */
  readonly root: string | null;
  /** Those, by `owner/name` in lower case, that are shown to some and not to everyone. */
  readonly closed?: ReadonlySet<string>;
  /** Whether a closed one is shown to whom asks with this token; to nobody when left out. */
  readonly isShownTo?: (token: string) => boolean;
  /** Whether the repositories count as the operator's own. */
  readonly verified: boolean;
  readonly git: GitRunner;
  readonly clock: Clock;
  /** A working tree with more files is truncated. */
  readonly maxFiles?: number;
  /** Larger files of a working tree are listed with their size and not read. Bytes. */
  readonly maxFileBytes?: number;
  /** Memory for working trees that were looked at, about. Bytes. */
  readonly maxBytes?: number;
}

/** An author sees an edit on the next call but one. Seconds. */
const LIFETIME = 1;

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The directories of this machine (docs/design/git-hosts.md "The local host"): bare repositories,
 * checkouts, and plain directories, which need no `git`. What is not committed, and an empty repository, is
 * served under a pseudo-commit. Nothing is written, no network is reached, and nothing that a repository
 * brings runs.
 */
export function createLocalHost(options: LocalHostOptions): GitHost {
  const {
    git,
    clock,
    maxFiles = DEFAULT_READING_LIMITS.treeEntries,
    maxFileBytes = DEFAULT_READING_LIMITS.readFileBytes,
    maxBytes = MAX_BYTES,
  } = options;
  const key = localKey();
  const find = findDirectory(options.directories, options.root);
  const ownObjects = createOwnObjects(clock);
  const worktrees = createWorktrees(git, { clock, maxFiles, maxFileBytes, maxBytes });
  const commits = createCommits(git, worktrees, { maxFiles, maxFileBytes });

  /** What `owner/name` is now. */
  async function locate(
    owner: string,
    name: string,
  ): Promise<Result<{ readonly id: RepositoryId; readonly layout: Layout }, HostFailure>> {
    const directory = await find(owner, name);
    if (!directory.ok) return directory;
    const layout = await readLayout(directory.value, ownObjects);
    return layout.ok ? success({ id: repositoryId(directory.value.path), layout: layout.value }) : layout;
  }

  /** The layout of a repository, unless its name has come to mean another directory. */
  async function layoutOf(repository: Repository): Promise<Result<Layout, HostFailure>> {
    const found = await locate(repository.owner, repository.name);
    if (!found.ok) return found;
    return found.value.id === repository.id ? success(found.value.layout) : failure({ reason: "not_found" });
  }

  async function sourceOf(
    repository: Repository,
    commit: CommitHash,
  ): Promise<Result<CommitSource, HostFailure>> {
    const layout = await layoutOf(repository);
    return layout.ok ? await commits.source(layout.value, commit) : layout;
  }

  const isClosed = (owner: string, name: string) =>
    options.closed?.has(`${owner}/${name}`.toLowerCase()) === true;

  const hostAs = (token: string | null): GitHost => ({
    key,
    as: (credential) => hostAs(credential.token),
    rules: { ignoresCase: true, nestedOwners: false, owner: ADDRESS_NAME, repo: ADDRESS_NAME },
    lifetimes: { repository: LIFETIME, ref: LIFETIME },
    verified: options.verified,

    async repository(owner, name) {
      if (isClosed(owner, name) && (token === null || options.isShownTo?.(token) !== true)) {
        return failure({ reason: "not_found" });
      }
      const found = await locate(owner, name);
      if (!found.ok) return found;
      const { id, layout } = found.value;
      const hasBranches = layout.kind === "bare" || layout.kind === "checkout";
      const branch = hasBranches ? await gitRefs(git, layout.gitDir).defaultBranch() : success(null);
      if (!branch.ok) return branch;
      const visibility = token === null ? "public" : "private";
      const shown = { description: null, picture: null, visibility } as const;
      return success({ host: key, id, owner, name, defaultBranch: branch.value, ...shown });
    },

    async resolve(repository, revision) {
      const layout = await layoutOf(repository);
      return layout.ok ? await commits.resolve(layout.value, revision, repository.defaultBranch) : layout;
    },

    async tree(repository, commit, maxEntries) {
      const source = await sourceOf(repository, commit);
      if (!source.ok) return source;
      if (source.value.kind === "git") {
        return await readGitTree(git, source.value.gitDir, commit, maxEntries);
      }
      const { entries, truncated } = source.value.listing;
      return success({
        entries: entries.slice(0, maxEntries),
        truncated: truncated || entries.length > maxEntries,
      });
    },

    async *blobs(repository, commit, wanted, signal) {
      const source = await sourceOf(repository, commit);
      if (!source.ok) {
        yield source;
      } else if (source.value.kind === "git") {
        const hashes = new Set(wanted.map(({ hash }) => hash));
        yield* readGitBlobs(git, source.value.gitDir, hashes, signal);
      } else {
        yield* readWorktreeBlobs(source.value.root, source.value.listing, maxFileBytes, wanted, signal);
      }
    },

    webUrl: () => null,
    rawUrl: () => null,
  });
  return hostAs(null);
}

function localKey() {
  const key = parseHostKey("local");
  if (!key.ok) throw new TypeError(`Cannot name the local host: ${key.error}`);
  return key.value;
}

/** The directory is the identity: another one under the same name inherits nothing. */
function repositoryId(path: string): RepositoryId {
  return createHash("sha256").update(path).digest("hex").slice(0, 32) as RepositoryId;
}
