import { type Span, trace } from "@opentelemetry/api";
import type { Address, HostKey } from "../../contracts/addresses.ts";
import type { Clock } from "../../contracts/ambient.ts";
import type { Permissions, Permit } from "../../contracts/auth/permission.ts";
import type { Asker, Audience, Viewer } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { GitHost, PublicRepository, Repository } from "../../contracts/git_host.ts";
import type { Invalidations, Mount, NameStore, ResolutionStore } from "../../contracts/mounts.ts";
import { type Result, success } from "../../contracts/result.ts";
import type { Trust, TrustLists } from "../../contracts/trust.ts";
import type { AllowList } from "./allow_list.ts";
import { askerOf } from "./_asker_of.ts";
import { createFindRepository, type FoundRepository } from "./_find_repository.ts";
import { hostUnusable, NOT_ALLOWED, refNotFound, repositoryNotFound, tooManyLookups } from "./_failures.ts";
import { isGoodAt } from "./_is_good_at.ts";
import { locate, type Location } from "./_location.ts";
import { privateMount, publicMount } from "./_mount_of.ts";
import { createLookups, type LookupLimits } from "./_lookups.ts";
import { createPermittedOpenings } from "./_permitted_openings.ts";
import { createReadAddress } from "./_read_address.ts";
import { createBoundedMap } from "./_ttl_cache.ts";
import {
  createResolveRevision,
  KEEPS_NOTHING,
  refAsked,
  type RevisionAnswer,
  type RevisionQuestion,
} from "./_resolve_revision.ts";

export interface MountsDeps {
  readonly hosts: ReadonlyMap<HostKey, GitHost>;
  readonly names: NameStore;
  readonly resolutions: ResolutionStore;
  readonly invalidations: Invalidations;
  readonly trust: Pick<TrustLists, "of" | "held">;
  /** Who may see what is not public; nobody when left out. */
  readonly permissions?: Permissions;
  /** What a credential for an address names; without it there are none, and each is refused. */
  readonly audienceOf?: (address: Address) => Audience;
  readonly clock: Clock;
  /** The reading rules of this process. */
  readonly rules: { readonly version: string };
  /** What is served at all; everything when left out. */
  readonly allowed?: AllowList;
  /** What to try where a host does not have a repository. Told to everybody. */
  readonly hints?: ReadonlyMap<HostKey, string>;
  /** How often clients may ask for names that nobody asked for before; as often as they like when left out. */
  readonly lookups?: LookupLimits;
  /** Memory for what is known of addresses, about. Bytes. */
  readonly cacheBytes?: number;
}

export interface Mounts {
  /**
   * What an address means to who asks, now. Whether its directory exists is known from the snapshot
   * alone, and not decided here.
   *
   * @param addressText The raw path of a URL, never decoded.
   * @returns Fails with an `address.*` code, `auth.invalid_token` for credentials that are no good here, `mount.not_allowed`,
   * `mount.repo_not_found` (also for what the viewer may not see), `mount.ref_not_found`, `mount.rate_limited`,
   * `mount.unavailable`, `mount.unsupported`, or `rate.limited` for who asks for too many names that nobody asked for before.
   */
  open(addressText: string, asker: Asker): Promise<Result<Mount, Failure>>;
  /**
   * As `open`, after forgetting what is remembered of the address's repository and ref, so that the host
   * is asked now and all processes ask again. Costs the host requests each time: who may ask for it how
   * often is decided before.
   */
  refresh(addressText: string, asker: Asker): Promise<Result<Mount, Failure>>;
}

/**
 * What was found out about an address by asking as everyone; what is said of it is asked every time. Nothing else is kept
 * so: whoever asks next may be anybody.
 */
interface Opening {
  readonly host: HostKey;
  /** What names the repository in an invalidation. */
  readonly subjects: readonly string[];
  readonly repository: PublicRepository;
  /** Whether the operator's lists vouched for the repository. */
  readonly vouched: boolean;
  readonly result: Result<Location, Failure>;
  /** When the facts and the ref were asked for, and until when both hold. Milliseconds since the epoch. */
  readonly factsAsked: number;
  readonly refAsked: number;
  readonly until: number;
}

const EVERYTHING: AllowList = () => true;
const CACHE_BYTES = 16 * 1024 * 1024;

export function createMounts(deps: MountsDeps): Mounts {
  const { hosts, clock, trust, invalidations, permissions, allowed = EVERYTHING } = deps;
  const { cacheBytes = CACHE_BYTES } = deps;
  const hostRules = new Map([...hosts].map(([key, host]) => [key, host.rules]));
  const repositories = createFindRepository({ ...deps, maxBytes: cacheBytes / 4 });
  const publicRevisions = createResolveRevision({ ...deps, maxBytes: cacheBytes / 4 });
  const privateRevisions = createResolveRevision({
    ...deps,
    resolutions: KEEPS_NOTHING,
    maxBytes: cacheBytes / 8,
  });
  const admitLookup = deps.lookups && createLookups(clock, deps.lookups);
  const readAddress = createReadAddress({ ...deps, hostRules, maxBytes: cacheBytes / 16 });
  const openings = createBoundedMap<Opening>(cacheBytes / 2);
  const permitted = createPermittedOpenings(deps);

  /** Throws for an address that no host of this deployment gave rules for. */
  function hostOf({ host: key }: Address): GitHost {
    const host = hosts.get(key);
    if (host === undefined) throw new TypeError(`Cannot open an address on "${key}": no such host`);
    return host;
  }

  /** One and the same for what does not exist and what the viewer may not see. */
  function notFoundOn(host: HostKey): Result<never, Failure> {
    return repositoryNotFound(deps.hints?.get(host));
  }

  /** Null: as far as anybody is told, the repository does not exist. */
  async function trustOf(repository: Repository): Promise<Trust | null> {
    const said = await trust.of(repository, inAnyCase(repository));
    return said.blocked ? null : said;
  }

  /** Many a host that is asked by name ignores its letter case, and each spelling is another identity here. */
  function inAnyCase({ host }: Repository): boolean {
    return hostRules.get(host)?.ignoresCase !== true;
  }

  function questionOf(host: GitHost, address: Address, found: FoundRepository, trusted: Trust) {
    const { owner, repo, revision } = address;
    const subjects = repositories.subjects(host, owner, repo);
    return { host, found, revision, subjects, vouched: host.verified || trusted.verified };
  }

  /** The commit that the address means in a repository that was found. */
  function located(
    address: Address,
    { host, found, vouched }: RevisionQuestion,
    { value, until }: RevisionAnswer,
  ): Result<Location, Failure> {
    if (value.ok) {
      const { version: rules } = deps.rules;
      return success(locate({ host, address, found, meaning: value.value, vouched, rules, until }));
    }
    return value.error.reason === "not_found"
      ? refNotFound(address, hostRules)
      : hostUnusable(value.error, until - clock.now());
  }

  /** As everyone. Null: there is no such repository that everyone may see. */
  async function openPublic(
    text: string,
    address: Address,
    viewer: Viewer,
  ): Promise<Result<Mount, Failure> | null> {
    const host = hostOf(address);
    const isNewName = admitLookup !== undefined &&
      !await repositories.knows(host, address.owner, address.repo, askerOf(viewer));
    const wait = isNewName ? admitLookup(host.key, viewer) : 0;
    if (wait > 0) return tooManyLookups(wait);
    const answer = await repositories.find(host, address.owner, address.repo, askerOf(viewer));
    if (!answer.value.ok) {
      const { error } = answer.value;
      return error.reason === "not_found" ? null : hostUnusable(error, answer.until - clock.now());
    }
    const found = answer.value.value;
    const { repository } = found;
    // A name may lead to a repository that was renamed or given away since.
    if (!allowed(host.key, repository.owner, repository.name)) return NOT_ALLOWED;
    // Before anything of the repository is told, even that a ref does not exist.
    const trusted = await trustOf(repository);
    if (trusted === null) return notFoundOn(host.key);
    const question = questionOf(host, address, found, trusted);
    if (admitLookup !== undefined && !isNewName && !await publicRevisions.knows(question)) {
      const wait = admitLookup(host.key, viewer);
      if (wait > 0) return tooManyLookups(wait);
    }
    const resolved = await publicRevisions.resolve(question);
    const result = located(address, question, resolved);
    openings.set(text, {
      host: host.key,
      subjects: question.subjects,
      repository,
      vouched: trusted.verified,
      result,
      factsAsked: answer.asked,
      refAsked: refAsked(question, resolved),
      until: Math.min(answer.until, resolved.until),
    });
    return publicMount(result, repository, viewer);
  }

  /** By the permit alone: nothing of it is kept where an answer to somebody else could find it. */
  async function openPrivate(
    text: string,
    address: Address,
    viewer: Viewer,
    permit: Permit,
  ): Promise<Result<Mount, Failure>> {
    const { repository, credential } = permit;
    if (!allowed(address.host, repository.owner, repository.name)) return NOT_ALLOWED;
    const trusted = await trustOf(repository);
    if (trusted === null) return notFoundOn(address.host);
    const known = await permitted.find(permit, text, address.host, trusted);
    if (known !== null) return privateMount(known.result, permit, viewer);
    const host = hostOf(address).as(credential);
    const found = { repository, credential, stale: null, trouble: null };
    const question = questionOf(host, address, found, trusted);
    const resolved = await privateRevisions.resolve(question);
    const result = located(address, question, resolved);
    permitted.keep(permit, text, {
      result,
      subjects: question.subjects,
      vouched: trusted.verified,
      refAsked: refAsked(question, resolved),
      until: resolved.until,
    });
    return privateMount(result, permit, viewer);
  }

  /** A warm opening, as long as nothing became known that ends what it says. In memory, nothing is waited for. */
  async function openAgain(text: string, viewer: Viewer): Promise<Result<Mount, Failure> | null> {
    const opening = openings.get(text);
    if (opening === undefined || opening.until <= clock.now()) return null;
    const { host, subjects, repository } = opening;
    const { refs, facts } = invalidations.held(host, subjects) ?? await invalidations.of(host, subjects);
    if (opening.factsAsked <= facts || opening.refAsked <= refs) return null;
    const anyCase = inAnyCase(repository);
    const trusted = trust.held(repository, anyCase) ?? await trust.of(repository, anyCase);
    if (trusted.blocked) return notFoundOn(host);
    if (trusted.verified !== opening.vouched) return null;
    return publicMount(opening.result, repository, viewer);
  }

  async function openAnew(text: string, asker: Asker, span: Span): Promise<Result<Mount, Failure>> {
    const read = readAddress(text);
    if (!read.ok) return read;
    const { address, audience } = read.value;
    const host = hostOf(address);
    span.setAttribute("skillmount.host", host.key);
    const credentials = isGoodAt(asker, audience);
    if (!credentials.ok) return credentials;
    const viewer = credentials.value;
    if (!allowed(host.key, address.owner, address.repo)) return NOT_ALLOWED;

    const named = { host, owner: address.owner, name: address.repo };
    const known = await permissions?.known(viewer, named) ?? null;
    if (known !== null) return await openPrivate(text, address, viewer, known);
    const opened = await openPublic(text, address, viewer);
    if (opened !== null) return opened;
    if (permissions === undefined || viewer.kind === "nobody") return notFoundOn(host.key);
    const permit = await permissions.ask(viewer, named);
    if (permit.ok) return await openPrivate(text, address, viewer, permit.value);
    return permit.error.reason === "not_found" ? notFoundOn(host.key) : hostUnusable(permit.error, 0);
  }

  async function open(text: string, asker: Asker): Promise<Result<Mount, Failure>> {
    // What everyone may see needs nothing else of somebody who shows nothing.
    const opened = asker.kind === "nobody" ? await openAgain(text, asker) : null;
    if (opened !== null) return opened;
    const tracer = trace.getTracer("skillmount");
    return await tracer.startActiveSpan("skillmount.resolve", async (span) => {
      try {
        const result = await openAnew(text, asker, span);
        span.setAttribute("skillmount.outcome", result.ok ? "ok" : result.error.code);
        return result;
      } finally {
        span.end();
      }
    });
  }

  return {
    open,
    async refresh(text, asker) {
      const read = readAddress(text);
      if (!read.ok) return read;
      const { address, audience } = read.value;
      const credentials = isGoodAt(asker, audience);
      if (!credentials.ok) return credentials;
      const { host, owner, repo } = address;
      if (!allowed(host, owner, repo)) return NOT_ALLOWED;
      await invalidations.add(host, repositories.subjects(hostOf(address), owner, repo), "facts");
      return await open(text, asker);
    },
  };
}
