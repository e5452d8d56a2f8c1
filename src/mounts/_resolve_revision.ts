import { createHash } from "node:crypto";
import type { CommitHash, Revision } from "../../contracts/addresses.ts";
import type { Clock } from "../../contracts/ambient.ts";
import type {
  GitHost,
  HostCredential,
  HostFailure,
  Repository,
  Resolution,
} from "../../contracts/git_host.ts";
import type { Invalidations, ResolutionStore, StoredResolution } from "../../contracts/mounts.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { FoundRepository } from "./_find_repository.ts";
import { inTime } from "./_in_time.ts";
import { failureEnd, isTrouble, lifetimeEnd, standsIn } from "./_lifetime.ts";
import { createTtlCache, type Remembered } from "./_ttl_cache.ts";

/** What a revision means, and when the host said so, where it could not be asked again. */
export interface Meaning {
  readonly resolution: Resolution;
  /** Milliseconds since the epoch. */
  readonly staleSince: number | null;
  /** Whether the commit is known to be of this very repository, and not of one that took its name. */
  readonly identified: boolean;
}

export type RevisionAnswer = Remembered<Result<Meaning, HostFailure>>;

/** A revision to resolve. */
export interface RevisionQuestion {
  readonly host: GitHost;
  readonly found: FoundRepository;
  readonly revision: Revision;
  /** What names the repository in an invalidation. */
  readonly subjects: readonly string[];
  /** Whether it matters if a commit came into the default branch's history after it was confirmed. */
  readonly vouched: boolean;
}

/** What a revision means, from memory, from the store that all processes share, or from the host. */
export interface ResolveRevision {
  resolve(question: RevisionQuestion): Promise<RevisionAnswer>;
  /** Whether somebody has asked for the revision before, as far as is remembered here. */
  knows(question: RevisionQuestion): Promise<boolean>;
}

export interface ResolveRevisionDeps {
  readonly clock: Clock;
  readonly resolutions: ResolutionStore;
  readonly invalidations: Invalidations;
  readonly maxBytes: number;
}

/** A confirmed commit hash stays what it is. */
const PINNED_MS = 86_400_000;

/** What was pinned on a branch is looked for in the default branch's history again: it may have been merged. */
const UNMERGED_MS = 3_600_000;

/**
 * For what is not public: what it meant is not to be found later by somebody who may see less of it, such as once it is
 * public and its history was cleaned before.
 */
export const KEEPS_NOTHING: ResolutionStore = {
  read: () => Promise.resolve(null),
  write: (_host, _repository, _ref, entry) => Promise.resolve(entry),
  wasResolved: () => Promise.resolve(false),
  remove: () => Promise.resolve(),
  clear: () => Promise.resolve(),
};

/** Where a name is all that a repository is known by, a pin is proven again after so long. */
const PROVEN_MS = 3_600_000;

export function createResolveRevision(deps: ResolveRevisionDeps): ResolveRevision {
  const { clock, resolutions: store, invalidations, maxBytes } = deps;
  const memory = createTtlCache<Result<Meaning, HostFailure>>(clock, maxBytes);

  /** A name, or none: an answer holds for the host's lifetime and never gives way to an older one. */
  async function resolveMoving(
    { host, found, revision }: RevisionQuestion,
    asked: number,
    since: number,
  ): Promise<RevisionAnswer> {
    const { id } = found.repository;
    const ref = refOf(revision);
    // Another process's clock may be ahead of this one.
    const until = (resolvedAt: number) => lifetimeEnd(Math.min(resolvedAt, asked), host.lifetimes.ref);
    const stored = await store.read(host.key, id, ref);
    if (stored !== null && stored.resolvedAt > since && until(stored.resolvedAt) > asked) {
      return { value: meaning(stored), asked: stored.resolvedAt, until: until(stored.resolvedAt) };
    }

    async function ask(): Promise<Result<StoredResolution, HostFailure>> {
      const value = await host.resolve(found.repository, revision, { since });
      if (!value.ok) {
        if (value.error.reason === "not_found") await store.remove(host.key, id, ref, asked);
        return value;
      }
      const entry = entryOf(found.repository, value.value, asked, stored);
      if (stored?.resolution.commit !== value.value.commit) {
        const { commit, kind, onDefaultBranch } = value.value;
        // No history will prove it once the files change, and each result tells its reader to pin it.
        if (kind === "worktree") await store.write(host.key, id, commit, entry);
        else if (mustBeProven(host, found.repository)) {
          await store.write(host.key, id, commit, {
            ...entry,
            resolution: { commit, kind: "commit", name: null, onDefaultBranch },
          });
        }
      }
      return success(await store.write(host.key, id, ref, entry));
    }

    const old = stored !== null && standsIn(host, stored.resolvedAt, asked) ? stored : null;
    // A host that has just failed to answer is not asked the next question.
    const answer = found.trouble !== null
      ? failure(found.trouble)
      : await (old === null ? ask() : inTime(clock, ask()));
    if (answer.ok) {
      const { resolvedAt } = answer.value;
      return { value: meaning(answer.value), asked: Math.max(asked, resolvedAt), until: until(resolvedAt) };
    }
    const value = old !== null && isTrouble(answer.error) ? meaning(old, old.resolvedAt) : answer;
    return { value, asked, until: failureEnd(asked, host.lifetimes.ref, answer.error) };
  }

  /** A full hash: confirmed once by the host, or served here before, it stays so. */
  async function resolvePinned(
    { host, found, vouched }: RevisionQuestion,
    commit: CommitHash,
    asked: number,
    since: number,
  ): Promise<RevisionAnswer> {
    const { repository, trouble } = found;
    const kept = await store.read(host.key, repository.id, commit);
    // What was only found under the name may have been another repository's.
    const stored = kept?.identified ? kept : null;
    const mayBeMerged = stored !== null && vouched && !stored.resolution.onDefaultBranch;
    const holds = asked + (vouched ? UNMERGED_MS : PINNED_MS);
    const until = (resolution: Resolution) => resolution.onDefaultBranch ? asked + PINNED_MS : holds;
    if (stored !== null && !(mayBeMerged && asked - stored.resolvedAt >= UNMERGED_MS)) {
      return { value: meaning(stored), asked, until: until(stored.resolution) };
    }

    const ask = () => host.resolve(repository, { kind: "commit", hash: commit }, { since });
    const value = trouble !== null
      ? failure(trouble)
      : await (stored === null ? ask() : inTime(clock, ask()));
    if (value.ok) {
      const entry = entryOf(repository, value.value, asked, stored);
      await store.write(host.key, repository.id, commit, entry);
      return { value: meaning(entry), asked, until: until(value.value) };
    }
    const known = stored ?? await servedBefore(host, repository, commit, asked);
    const failed = failureEnd(asked, host.lifetimes.ref, value.error);
    if (known === null || value.error.reason === "unsupported") return { value, asked, until: failed };
    const holdsUntil = isTrouble(value.error) ? failed : until(known.resolution);
    return { value: meaning(known), asked, until: holdsUntil };
  }

  /**
   * A full hash where the name may have come to mean another repository: it is served as long as the name
   * gives the commit to anybody (docs/design/addresses.md "What an address may serve").
   */
  async function resolveProven(
    { host, found: { repository, trouble } }: RevisionQuestion,
    commit: CommitHash,
    asked: number,
    since: number,
  ): Promise<RevisionAnswer> {
    const stored = await store.read(host.key, repository.id, commit);
    const until = (provenAt: number) => Math.min(provenAt, asked) + PROVEN_MS;
    if (stored !== null && stored.resolvedAt > since && until(stored.resolvedAt) > asked) {
      return { value: meaning(stored), asked: stored.resolvedAt, until: until(stored.resolvedAt) };
    }

    async function prove(): Promise<Result<Resolution, HostFailure>> {
      const resolved = await host.resolve(repository, { kind: "commit", hash: commit }, { since });
      if (resolved.ok || resolved.error.reason !== "not_found" || host.gives === undefined) return resolved;
      const known = stored !== null || await store.wasResolved(host.key, repository.id, commit);
      const given = known ? await host.gives(repository, commit) : success(false);
      if (!given.ok) return given;
      return given.value ? success(outsideHistory(commit)) : resolved;
    }
    const value = trouble !== null
      ? failure(trouble)
      : await (stored === null ? prove() : inTime(clock, prove()));
    if (value.ok) {
      const entry = entryOf(repository, value.value, asked, stored);
      await store.write(host.key, repository.id, commit, entry);
      return { value: meaning(entry), asked, until: until(asked) };
    }
    if (value.error.reason === "not_found") await store.remove(host.key, repository.id, commit, asked);
    const old = stored !== null && isTrouble(value.error) && standsIn(host, stored.resolvedAt, asked)
      ? meaning(stored, stored.resolvedAt)
      : value;
    return { value: old, asked, until: failureEnd(asked, host.lifetimes.ref, value.error) };
  }

  async function servedBefore(
    host: GitHost,
    repository: Repository,
    commit: CommitHash,
    asked: number,
  ): Promise<StoredResolution | null> {
    const isKnown = await store.wasResolved(host.key, repository.id, commit);
    return isKnown ? { resolution: outsideHistory(commit), resolvedAt: asked, identified: true } : null;
  }

  /** Under what an answer is remembered, since when it must have been asked for, and how it is found. */
  async function placeOf(question: RevisionQuestion) {
    const { host, found, revision, subjects, vouched } = question;
    const { refs, closed } = await invalidations.of(host.key, subjects);
    const asked = found.credential === undefined ? "" : digestOf(found.credential);
    const key = `${host.key} ${found.repository.id} ${asked} ${vouched ? "vouched" : ""} ${refOf(revision)}`;
    if (revision.kind !== "commit") {
      return { key, since: refs, find: (asked: number) => resolveMoving(question, asked, refs) };
    }
    const { hash } = revision;
    if (mustBeProven(host, found.repository)) {
      const find = (asked: number) => resolveProven(question, hash, asked, refs);
      return { key: `${key} proven`, since: refs, find };
    }
    // A push confirms what was refused, and refuses nothing that was confirmed.
    const since = memory.peek(key)?.value.ok ? closed : refs;
    return { key, since, find: (asked: number) => resolvePinned(question, hash, asked, refs) };
  }

  return {
    async knows(question) {
      const { key, since } = await placeOf(question);
      const { host, found, revision } = question;
      return memory.has(key, since) ||
        await store.read(host.key, found.repository.id, refOf(revision)) !== null;
    },
    async resolve(question) {
      const { key, since, find } = await placeOf(question);
      return await memory.remember(key, since, find);
    },
  };
}

/** Whether only its name is known of the repository, now or since its host stopped telling more. */
export function mustBeProven(host: GitHost, repository: Repository): boolean {
  return host.gives !== undefined && (repository.confirmed === undefined || repository.stale === true);
}

/** Since when it is known what the ref means. A confirmed hash stays what it is, whatever is pushed. */
export function refAsked(
  { revision, host, found }: RevisionQuestion,
  { value, asked }: RevisionAnswer,
): number {
  const staysConfirmed = revision.kind === "commit" && !mustBeProven(host, found.repository);
  return value.ok && staysConfirmed ? Infinity : asked;
}

/**
 * An answer of the host as it is remembered. One that it gives while it does not say which repository it is says nothing new of
 * whose the commit is: that stays known of the commit that was known before.
 */
function entryOf(
  repository: Repository,
  resolution: Resolution,
  resolvedAt: number,
  before: StoredResolution | null,
): StoredResolution {
  const isSame = before?.identified === true && before.resolution.commit === resolution.commit;
  const identified = repository.stale !== true || isSame;
  return { resolution, resolvedAt, ...(identified && { identified }) };
}

/** A commit that is served because it was before. */
function outsideHistory(commit: CommitHash): Resolution {
  return { commit, kind: "commit", name: null, onDefaultBranch: false };
}

function meaning(
  { resolution, identified }: StoredResolution,
  staleSince: number | null = null,
): Result<Meaning, never> {
  return success({ resolution, staleSince, identified: identified === true });
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

/** Tells credentials apart without keeping one. */
function digestOf({ token }: HostCredential): string {
  return createHash("sha256").update(token).digest("base64url");
}
