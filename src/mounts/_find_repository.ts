import type { Clock } from "../../contracts/ambient.ts";
import type {
  GitHost,
  HostCredential,
  HostFailure,
  PublicRepository,
  Repository,
  Stale,
} from "../../contracts/git_host.ts";
import type {
  Invalidated,
  Invalidations,
  NameStore,
  ResolutionStore,
  StoredRepository,
} from "../../contracts/mounts.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { inTime } from "./_in_time.ts";
import { failureEnd, isTrouble, lifetimeEnd, standsIn } from "./_lifetime.ts";
import { createTtlCache, type Remembered } from "./_ttl_cache.ts";

/** What a host says of a repository. */
export interface FoundRepository {
  readonly repository: Repository;
  /** What it was told with; left out where everyone is told. */
  readonly credential?: HostCredential;
  readonly stale: Stale | null;
  /** Why they could not be asked for anew; null: they were, or need not be. */
  readonly trouble: HostFailure | null;
}

/** The same of a repository that everyone may see. */
export interface PublicFinding extends FoundRepository {
  readonly repository: PublicRepository;
}

export type FindAnswer = Remembered<Result<PublicFinding, HostFailure>>;

/**
 * The repository behind a name that everyone may see: from memory, from what all processes share, or from its host, which is
 * asked as everyone. One that some may see is not found here, and nothing is kept of it.
 */
export interface FindRepository {
  /**
   * @param asker Who makes this server ask; null: a stranger. What strangers are told is kept for all of them; that there is
   * nothing for everyone is kept for the very person who asked, so that nobody learns by how long an answer takes which names
   * somebody uses.
   */
  find(host: GitHost, owner: string, name: string, asker?: string | null): Promise<FindAnswer>;
  /**
   * Whether somebody has asked for the name before, as far as is remembered here; what `asker` alone asked for is not new to them,
   * so that nobody runs out of look-ups by using what is not public.
   */
  knows(host: GitHost, owner: string, name: string, asker?: string | null): Promise<boolean>;
  /** What names the repository in an invalidation: its name, and its id where that is known. */
  subjects(host: GitHost, owner: string, name: string): readonly string[];
}

export interface FindRepositoryDeps {
  readonly clock: Clock;
  readonly names: NameStore;
  readonly resolutions: Pick<ResolutionStore, "clear">;
  readonly invalidations: Invalidations;
  readonly maxBytes: number;
}

export function createFindRepository(deps: FindRepositoryDeps): FindRepository {
  const { clock, names, resolutions, invalidations, maxBytes } = deps;
  const memory = createTtlCache<Result<PublicFinding, HostFailure>>(clock, maxBytes / 2);
  const askers = createTtlCache<Result<PublicFinding, HostFailure>>(clock, maxBytes / 2);

  async function findOut(host: GitHost, path: string, asked: number): Promise<FindAnswer> {
    // On a host that keeps nothing, nothing is to be had from the store.
    const stored = host.lifetimes.stale === undefined ? null : await names.read(host.key, path);
    const invalidated = await invalidations.of(host.key, subjectsOf(path, stored?.repository));
    const lifetime = host.lifetimes.repository;
    if (stored !== null && stored.askedAt > invalidated.facts) {
      // Another process's clock may be ahead of this one.
      const until = lifetimeEnd(Math.min(stored.askedAt, asked), lifetime);
      if (until > asked) {
        return { value: success(findingOf(stored.repository)), asked: stored.askedAt, until };
      }
    }

    const old = stored !== null && stored.askedAt > invalidated.closed &&
        standsIn(host, stored.askedAt, asked)
      ? stored
      : null;
    const asking = ask(host, path, asked, invalidated, stored);
    const value = await (old === null ? asking : inTime(clock, asking));
    if (value.ok) {
      return { value: success(findingOf(value.value)), asked, until: lifetimeEnd(asked, lifetime) };
    }
    const until = failureEnd(asked, lifetime, value.error);
    if (old === null || !isTrouble(value.error)) return { value, asked, until };
    const repository: PublicRepository = { ...old.repository, stale: true };
    const stale: Stale = { what: "facts", asOf: old.repository.confirmed?.at ?? old.askedAt };
    return { value: success({ repository, stale, trouble: value.error }), asked, until };
  }

  /** Asks the host, and lets all processes know what it says. */
  async function ask(
    host: GitHost,
    path: string,
    asked: number,
    { facts: since, closed }: Invalidated,
    stored: StoredRepository | null,
  ): Promise<Result<PublicRepository, HostFailure>> {
    const end = path.lastIndexOf("/");
    const known = stored?.repository ?? null;
    const answer = await host.repository(path.slice(0, end), path.slice(end + 1), { known, since });
    const found = answer.ok ? shownToAll(answer.value) : answer;
    if (host.lifetimes.stale === undefined) return found;
    if (found.ok) {
      // It was closed, and nobody looked until it was open again: what its history had may be taken out.
      if (stored !== null && stored.askedAt <= closed) {
        await resolutions.clear(host.key, stored.repository.id);
      }
      await names.write(host.key, path, { repository: found.value, askedAt: asked });
    } else if (found.error.reason === "not_found" && known !== null) await close(host, path, known);
    return found;
  }

  /** What was known of a repository that is gone, or no longer public, holds nowhere any more. */
  async function close(host: GitHost, path: string, known: Repository): Promise<void> {
    await names.remove(host.key, path);
    // Under a name that it no longer has, a repository may well be gone and live on under another.
    if (pathOf(host, known) === path) await resolutions.clear(host.key, known.id);
    await invalidations.add(host.key, subjectsOf(path, known), "closed");
  }

  function subjects(host: GitHost, owner: string, name: string): readonly string[] {
    const path = `${owner}/${name}`;
    const known = memory.peek(`${host.key}/${path}`)?.value;
    return subjectsOf(path, known?.ok ? known.value.repository : undefined);
  }

  return {
    subjects,
    async knows(host, owner, name, asker = null) {
      const path = `${owner}/${name}`;
      const { facts } = await invalidations.of(host.key, subjects(host, owner, name));
      const key = `${host.key}/${path}`;
      // A host that keeps nothing has nothing in the store, but what aged was asked for all the same.
      if (memory.has(key, facts) || memory.peek(key)?.value.ok) return true;
      if (asker !== null && askers.peek(`${asker} ${key}`) !== undefined) return true;
      return await names.read(host.key, path) !== null;
    },
    async find(host, owner, name, asker = null) {
      const path = `${owner}/${name}`;
      const key = `${host.key}/${path}`;
      const { facts } = await invalidations.of(host.key, subjects(host, owner, name));
      const ask = (asked: number) => findOut(host, path, asked);
      if (asker === null || memory.has(key, facts)) return await memory.remember(key, facts, ask);
      const answer = await askers.remember(`${asker} ${key}`, facts, ask);
      // What everyone may see is nobody's secret, and found once for all.
      return answer.value.ok ? await memory.remember(key, facts, () => Promise.resolve(answer)) : answer;
    },
  };
}

function subjectsOf(path: string, repository: Repository | undefined): readonly string[] {
  return repository === undefined ? [path] : [path, repository.id];
}

/** The repository's name as an address has it. */
function pathOf(host: GitHost, { owner, name }: Repository): string {
  const path = `${owner}/${name}`;
  return host.rules.ignoresCase ? path.toLowerCase() : path;
}

function findingOf(repository: PublicRepository): PublicFinding {
  const { stale, confirmed } = repository;
  return {
    repository,
    stale: stale ? { what: "facts", asOf: confirmed?.at ?? null } : null,
    trouble: null,
  };
}

function shownToAll(repository: Repository): Result<PublicRepository, HostFailure> {
  return repository.visibility === "public" ? success(repository) : failure({ reason: "not_found" });
}
