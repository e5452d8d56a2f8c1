import type { CommitHash, Revision } from "../../contracts/addresses.ts";
import type {
  Clock,
  GitHost,
  HostFailure,
  Repository,
  Resolution,
  ResolutionStore,
} from "../../contracts/ports.ts";
import { type Result, success } from "../../contracts/result.ts";
import { lifetimeEnd } from "./_lifetime.ts";
import { createMemory, type Remembered } from "./_remembered.ts";

type Answer = Remembered<Result<Resolution, HostFailure>>;

/** What a revision means, from memory, from the store that all processes share, or from the host. */
export type ResolveRevision = (
  host: GitHost,
  repository: Repository,
  revision: Revision,
) => Promise<Answer>;

/** A confirmed commit hash stays what it is. */
const PINNED_MS = 86_400_000;

export function createResolveRevision(
  clock: Clock,
  store: ResolutionStore,
  maxBytes: number,
): ResolveRevision {
  const remember = createMemory<Result<Resolution, HostFailure>>(clock, maxBytes);

  /** A name, or none: an answer holds for the host's lifetime and never gives way to an older one. */
  async function resolveMoving(host: GitHost, repository: Repository, revision: Revision): Promise<Answer> {
    const asked = clock.now();
    const ref = refOf(revision);
    // Another process's clock may be ahead of this one.
    const until = (resolvedAt: number) => lifetimeEnd(Math.min(resolvedAt, asked), host.lifetimes.ref, true);
    const stored = await store.read(host.key, repository.id, ref);
    if (stored !== null && until(stored.resolvedAt) > asked) {
      return { value: success(stored.resolution), until: until(stored.resolvedAt) };
    }
    const value = await host.resolve(repository, revision);
    if (!value.ok) return { value, until: lifetimeEnd(asked, host.lifetimes.ref, false) };
    const entry = { resolution: value.value, resolvedAt: asked };
    if (value.value.kind === "worktree" && stored?.resolution.commit !== value.value.commit) {
      // No history will prove it once the files change, and each result tells its reader to pin it.
      await store.write(host.key, repository.id, value.value.commit, entry);
    }
    const stands = await store.write(host.key, repository.id, ref, entry);
    return { value: success(stands.resolution), until: until(stands.resolvedAt) };
  }

  /** A full hash: confirmed once by the host, or served here before, it stays so. */
  async function resolvePinned(host: GitHost, repository: Repository, commit: CommitHash): Promise<Answer> {
    const asked = clock.now();
    const until = asked + PINNED_MS;
    const stored = await store.read(host.key, repository.id, commit);
    if (stored !== null) return { value: success(stored.resolution), until };
    const value = await host.resolve(repository, { kind: "commit", hash: commit });
    if (value.ok) {
      await store.write(host.key, repository.id, commit, { resolution: value.value, resolvedAt: asked });
      return { value, until };
    }
    if (value.error.reason === "not_found" && await store.wasResolved(host.key, repository.id, commit)) {
      return { value: success({ commit, kind: "commit", name: null, onDefaultBranch: false }), until };
    }
    return { value, until: lifetimeEnd(asked, host.lifetimes.ref, false) };
  }

  return (host, repository, revision) =>
    remember(
      `${host.key} ${repository.id} ${refOf(revision)}`,
      () =>
        revision.kind === "commit"
          ? resolvePinned(host, repository, revision.hash)
          : resolveMoving(host, repository, revision),
    );
}

/** The name under which a revision is remembered; no ref is empty or a full hash. */
function refOf(revision: Revision): string {
  switch (revision.kind) {
    case "default":
      return "";
    case "ref":
      return revision.name;
    case "commit":
      return revision.hash;
  }
}
