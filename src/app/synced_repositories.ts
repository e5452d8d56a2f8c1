import type { Address, HostKey } from "../../contracts/addresses.ts";
import type { Viewer } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { GitHost, HostFailure, Repository } from "../../contracts/git_host.ts";
import type { ConnectedRepository } from "../../contracts/library/connections.ts";
import type {
  Claims,
  SyncedCommit,
  SyncedRepositories,
  SyncReader,
  SyncTrouble,
} from "../../contracts/library/repository_sync.ts";
import { DEFAULT_READING_LIMITS } from "../../contracts/limits.ts";
import type { Mount } from "../../contracts/mounts.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { TrustLists } from "../../contracts/trust.ts";
import { formatAddress, parseAddress, ROOT_PATH } from "../format/mod.ts";
import { failureMessage } from "../http/mod.ts";
import { PROOF_FILE } from "../library/mod.ts";
import type { Mounts } from "../mounts/mod.ts";
import { openSnapshot, type OpenSnapshotDeps } from "../reading/mod.ts";

export interface SyncedRepositoriesDeps {
  readonly mounts: Pick<Mounts, "open" | "refresh">;
  readonly hosts: ReadonlyMap<HostKey, GitHost>;
  readonly trust: Pick<TrustLists, "of">;
  readonly sources: OpenSnapshotDeps;
  /** What a key for an address names; left out where there are none. */
  readonly audienceOf?: (address: Address) => Extract<Viewer, { kind: "address_key" }>["audience"];
}

/** Bytes of the file that proves control. */
const MOST_PROOF = 64 * 1024;

/** Repositories as a sync reads them: opened as every address is, and read whole whatever their licences keep from strangers. */
export function createSyncedRepositories(deps: SyncedRepositoriesDeps): SyncedRepositories {
  const { hosts, trust } = deps;
  const table = new Map([...hosts].map(([key, { rules }]) => [key, rules]));

  /** As a key of that reader for the address would read it. */
  function viewerOf(address: Address, as: SyncReader): Viewer {
    if (as === null || deps.audienceOf === undefined) return { kind: "nobody" };
    const person = as === "@operator" ? null : as;
    return { kind: "address_key", person, audience: deps.audienceOf(address) };
  }

  async function isBlocked(known: ConnectedRepository | null): Promise<boolean> {
    if (known === null) return false;
    const facts = {
      ...known,
      visibility: "public",
      description: null,
      defaultBranch: null,
      picture: null,
    } as const;
    return (await trust.of(facts, table.get(known.host)?.ignoresCase !== true)).blocked;
  }

  function opened(mount: Mount, kept: Address): Result<SyncedCommit, SyncTrouble> {
    const { repository, resolution, permit } = mount;
    const base = hosts.get(repository.host);
    if (base === undefined) throw new TypeError(`Cannot read "${repository.host}": no such host`);
    const { host: key, id, owner, name } = repository;
    const host = permit === null ? base : base.as(permit.credential);
    const called = { ...kept, owner: inCase(table, key, owner), repo: inCase(table, key, name) };
    return success({
      repository: { host: key, id, owner, name },
      isPublic: repository.visibility === "public",
      isOperators: base.verified,
      address: formatAddress(called, table),
      name: formatAddress({ ...called, revision: { kind: "default" }, path: ROOT_PATH }, table),
      commit: resolution.commit,
      defaultBranch: repository.defaultBranch,
      path: kept.path,
      claims: () => claimsOf(host, repository),
      async source(waitMs) {
        const whole: Mount = { ...mount, snapshot: { ...mount.snapshot, serving: "full" } };
        const snapshot = await openSnapshot(deps.sources, whole, waitMs);
        return snapshot.ok ? snapshot : failure(troubleOf(snapshot.error));
      },
    });
  }

  return {
    parse(text) {
      const parsed = parseAddress(text.startsWith("/") ? text : `/${text}`, table);
      if (!parsed.ok) return parsed;
      const address = parsed.value;
      const { revision, host, owner, repo: name } = address;
      if (revision.kind !== "commit") {
        const branch = revision.kind === "ref" ? revision.name.replace(/^(?:refs\/)?heads\//, "") : null;
        return success({ address: formatAddress(address, table), branch, host, owner, name });
      }
      return failure({
        code: "address.ref_invalid",
        reason: "a commit never changes, so that there would be nothing to follow",
        hint: "Name a branch, or none for the default branch",
      });
    },

    async open(text, repository, as, commit) {
      const parsed = parseAddress(text, table);
      if (!parsed.ok) return failure({ state: "failed", reason: failureMessage(parsed.error) });
      const kept = repository === null ? parsed.value : {
        ...parsed.value,
        owner: inCase(table, repository.host, repository.owner),
        repo: inCase(table, repository.host, repository.name),
      };
      const at = commit === undefined ? kept.revision : { kind: "commit", hash: commit } as const;
      const root = { ...kept, revision: at, path: ROOT_PATH };
      // A commit stays what it is.
      const open = commit === undefined ? deps.mounts.refresh : deps.mounts.open;
      const mount = await open(formatAddress(root, table), viewerOf(root, as));
      if (!mount.ok) {
        const trouble = troubleOf(mount.error);
        return trouble.state === "missing" && await isBlocked(repository)
          ? failure({ state: "refused", reason: "the operator of this server blocked the repository" })
          : failure(trouble);
      }
      const { stale, repository: facts } = mount.value;
      if (stale !== undefined || facts.stale === true) {
        return failure({ state: "later", reason: "its host does not answer for now" });
      }
      return opened(mount.value, kept);
    },
  };
}

/** A name as addresses of the host have it. */
function inCase(table: ReadonlyMap<string, GitHost["rules"]>, host: HostKey, name: string): string {
  return table.get(host)?.ignoresCase === true ? name.toLowerCase() : name;
}

async function claimsOf(host: GitHost, repository: Repository): Promise<Result<Claims, SyncTrouble>> {
  const tip = await host.resolve(repository, { kind: "default" });
  if (!tip.ok) return failure(hostTrouble(tip.error));
  const { commit } = tip.value;
  return success({
    commit,
    async read() {
      const tree = await host.tree(repository, commit, DEFAULT_READING_LIMITS.treeEntries);
      if (!tree.ok) return failure(hostTrouble(tree.error));
      const entry = tree.value.entries.find(({ path, mode }) => path === PROOF_FILE && mode !== "symlink");
      if (entry === undefined || entry.mode === "submodule" || (entry.size ?? 0) > MOST_PROOF) {
        return success(null);
      }
      const wanted = [{ hash: entry.hash, path: entry.path }];
      for await (const blob of host.blobs(repository, commit, wanted, AbortSignal.timeout(30_000))) {
        if (!blob.ok) return failure(hostTrouble(blob.error));
        return success(new TextDecoder().decode(blob.value.bytes.subarray(0, MOST_PROOF)));
      }
      return success(null);
    },
  });
}

function troubleOf(error: Failure): SyncTrouble {
  const reason = failureMessage(error);
  switch (error.code) {
    case "mount.repo_not_found":
      return { state: "missing", reason };
    case "mount.rate_limited":
    case "mount.unavailable":
    case "index.indexing":
    case "rate.limited":
    case "store.unavailable":
    case "server.not_ready":
      return { state: "later", reason };
    case "index.failed":
      return { state: error.retryAfterSeconds === undefined ? "failed" : "later", reason };
    default:
      return { state: "failed", reason };
  }
}

function hostTrouble(error: HostFailure): SyncTrouble {
  switch (error.reason) {
    case "not_found":
      return { state: "failed", reason: "it has no default branch" };
    case "rate_limited":
    case "unavailable":
      return { state: "later", reason: "its host does not answer for now" };
    case "incomplete":
    case "unsupported":
      return { state: "failed", reason: error.detail };
  }
}
