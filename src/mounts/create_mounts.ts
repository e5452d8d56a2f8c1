import { type Span, trace } from "@opentelemetry/api";
import type { Address, HostKey } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Clock } from "../../contracts/ambient.ts";
import type { GitHost, Repository, Stale } from "../../contracts/git_host.ts";
import type {
  Invalidations,
  Mount,
  NameStore,
  ResolutionStore,
  Viewer,
  ViewerCheck,
} from "../../contracts/mounts.ts";
import type { Trust, TrustLists } from "../../contracts/trust.ts";
import { type Result, success } from "../../contracts/result.ts";
import { parseAddress } from "../format/mod.ts";
import type { AllowList } from "./allow_list.ts";
import { createFindRepository, type Facts } from "./_find_repository.ts";
import { hostUnusable, NOT_ALLOWED, refNotFound, repositoryNotFound, tooManyLookups } from "./_failures.ts";
import { createLookups, type LookupLimits } from "./_lookups.ts";
import { createAnswers } from "./_remembered.ts";
import { createResolveRevision, type Meaning, mustBeProven } from "./_resolve_revision.ts";

export interface MountsDeps {
  readonly hosts: ReadonlyMap<HostKey, GitHost>;
  readonly names: NameStore;
  readonly resolutions: ResolutionStore;
  readonly invalidations: Invalidations;
  readonly trust: Pick<TrustLists, "of">;
  readonly mayView: ViewerCheck;
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
   * What an address means to a viewer now. Whether its directory exists is known from the snapshot
   * alone, and not decided here.
   *
   * @param addressText The raw path of a URL, never decoded.
   * @returns Fails with an `address.*` code, `mount.not_allowed`, `mount.repo_not_found` (also for what the viewer may not
   * see), `mount.ref_not_found`, `mount.rate_limited`, `mount.unavailable`, `mount.unsupported`, or `rate.limited`
   * for who asks for too many names that nobody asked for before.
   */
  open(addressText: string, viewer: Viewer): Promise<Result<Mount, Failure>>;
  /**
   * As `open`, after forgetting what is remembered of the address's repository and ref, so that the host
   * is asked now and all processes ask again. Costs the host requests each time: who may ask for it how
   * often is decided before.
   */
  refresh(addressText: string, viewer: Viewer): Promise<Result<Mount, Failure>>;
}

/** The same for whoever may see it. */
type FoundMount = Omit<Mount, "viewer">;

/** What was found out about an address; who may see it and what is said of it is asked every time. */
interface Opening {
  readonly host: HostKey;
  /** What names the repository in an invalidation. */
  readonly subjects: readonly string[];
  readonly repository: Repository;
  /** Whether the operator's lists vouched for the repository. */
  readonly vouched: boolean;
  readonly result: Result<FoundMount, Failure>;
  /** When the facts and the ref were asked for, and until when both hold. Milliseconds since the epoch. */
  readonly factsAsked: number;
  readonly refAsked: number;
  readonly until: number;
}

const EVERYTHING: AllowList = () => true;
const CACHE_BYTES = 16 * 1024 * 1024;

export function createMounts(deps: MountsDeps): Mounts {
  const {
    hosts,
    clock,
    mayView,
    trust,
    rules,
    invalidations,
    allowed = EVERYTHING,
    cacheBytes = CACHE_BYTES,
  } = deps;
  const hostRules = new Map([...hosts].map(([key, host]) => [key, host.rules]));
  const repositories = createFindRepository({ ...deps, maxBytes: cacheBytes / 4 });
  const revisions = createResolveRevision({ ...deps, maxBytes: cacheBytes / 4 });
  const admitLookup = deps.lookups && createLookups(clock, deps.lookups);
  const openings = createAnswers<Opening>(cacheBytes / 2);

  /** Throws for an address that no host of this deployment gave rules for. */
  function hostOf({ host: key }: Address): GitHost {
    const host = hosts.get(key);
    if (host === undefined) throw new TypeError(`Cannot open an address on "${key}": no such host`);
    return host;
  }

  async function openAgain(text: string, viewer: Viewer, span: Span): Promise<Result<FoundMount, Failure>> {
    const parsed = parseAddress(text, hostRules);
    if (!parsed.ok) return parsed;
    const address = parsed.value;
    const host = hostOf(address);
    span.setAttribute("skillmount.host", host.key);
    if (!allowed(host.key, address.owner, address.repo)) return NOT_ALLOWED;

    const isNewName = admitLookup !== undefined &&
      !await repositories.knows(host, address.owner, address.repo);
    const wait = isNewName ? admitLookup(host.key, viewer) : 0;
    if (wait > 0) return tooManyLookups(wait);
    const found = await repositories.find(host, address.owner, address.repo);
    if (!found.value.ok) {
      const { error } = found.value;
      return error.reason === "not_found"
        ? notFoundOn(host.key)
        : hostUnusable(error, found.until - clock.now());
    }
    const facts = found.value.value;
    const { repository } = facts;
    // A name may lead to a repository that was renamed or given away since.
    if (!allowed(host.key, repository.owner, repository.name)) return NOT_ALLOWED;
    // Before anything of the repository is told, even that a ref does not exist.
    const trusted = await trustOf(repository, viewer);
    if (trusted === null) return notFoundOn(host.key);
    const vouched = host.verified || trusted.verified;

    const subjects = repositories.subjects(host, address.owner, address.repo);
    const { revision } = address;
    const question = { host, facts, revision, subjects, vouched };
    if (admitLookup !== undefined && !isNewName && !await revisions.knows(question)) {
      const wait = admitLookup(host.key, viewer);
      if (wait > 0) return tooManyLookups(wait);
    }
    const resolved = await revisions.resolve(question);
    const result = resolved.value.ok
      ? success(mountOf(host, address, facts, resolved.value.value, vouched, resolved.until))
      : resolved.value.error.reason === "not_found"
      ? refNotFound(address, hostRules)
      : hostUnusable(resolved.value.error, resolved.until - clock.now());
    // A confirmed hash stays what it is, whatever is pushed.
    const staysConfirmed = revision.kind === "commit" && !mustBeProven(host, repository);
    openings.set(text, {
      host: host.key,
      subjects,
      repository,
      vouched: trusted.verified,
      result,
      factsAsked: found.asked,
      refAsked: resolved.value.ok && staysConfirmed ? Infinity : resolved.asked,
      until: Math.min(found.until, resolved.until),
    });
    return result;
  }

  /** One and the same for what does not exist and what the viewer may not see. */
  function notFoundOn(host: HostKey): Result<never, Failure> {
    return repositoryNotFound(deps.hints?.get(host));
  }

  /** Whether nothing became known meanwhile that ends what an opening says. */
  async function stands({ host, subjects, factsAsked, refAsked, until }: Opening): Promise<boolean> {
    if (until <= clock.now()) return false;
    const { refs, facts } = await invalidations.of(host, subjects);
    return factsAsked > facts && refAsked > refs;
  }

  /** Null: as far as this viewer is told, the repository does not exist. */
  async function trustOf(repository: Repository, viewer: Viewer): Promise<Trust | null> {
    if (!await mayView(viewer, repository)) return null;
    // Many a host that is asked by name ignores its letter case, and each spelling is another identity here.
    const inAnyCase = hostRules.get(repository.host)?.ignoresCase !== true;
    const said = await trust.of(repository, inAnyCase);
    return said.blocked ? null : said;
  }

  function mountOf(
    host: GitHost,
    address: Address,
    facts: Facts,
    { resolution, staleSince }: Meaning,
    vouched: boolean,
    validUntil: number,
  ): FoundMount {
    const { repository } = facts;
    const { commit, onDefaultBranch } = resolution;
    const stale: Stale | null = staleSince === null ? facts.stale : { what: "commit", asOf: staleSince };
    // Who vouches for a repository vouches for its default branch alone.
    const verified = vouched && onDefaultBranch;
    return {
      address,
      repository,
      resolution,
      pinned: address.revision.kind === "commit",
      verified,
      snapshot: {
        host: host.key,
        repository: repository.id,
        commit,
        rules: rules.version,
        serving: verified ? "full" : "licensed",
      },
      validUntil,
      ...(mustBeProven(host, repository) && { mustBeProven: true }),
      ...(stale !== null && { stale }),
      webUrl: (path) => host.webUrl(repository, commit, path),
      rawUrl: (path) => host.rawUrl(repository, commit, path),
    };
  }

  async function open(text: string, viewer: Viewer): Promise<Result<Mount, Failure>> {
    const opening = openings.get(text);
    if (opening !== undefined && await stands(opening)) {
      const trusted = await trustOf(opening.repository, viewer);
      if (trusted === null) return notFoundOn(opening.host);
      if (trusted.verified === opening.vouched) return seenBy(viewer, opening.result);
    }
    const tracer = trace.getTracer("skillmount");
    return await tracer.startActiveSpan("skillmount.resolve", async (span) => {
      try {
        const result = await openAgain(text, viewer, span);
        span.setAttribute("skillmount.outcome", result.ok ? "ok" : result.error.code);
        return seenBy(viewer, result);
      } finally {
        span.end();
      }
    });
  }

  return {
    open,
    async refresh(text, viewer) {
      const parsed = parseAddress(text, hostRules);
      if (!parsed.ok) return parsed;
      const { host, owner, repo } = parsed.value;
      if (!allowed(host, owner, repo)) return NOT_ALLOWED;
      await invalidations.add(host, repositories.subjects(hostOf(parsed.value), owner, repo), "facts");
      return await open(text, viewer);
    },
  };
}

function seenBy(viewer: Viewer, found: Result<FoundMount, Failure>): Result<Mount, Failure> {
  return found.ok ? success({ ...found.value, viewer }) : found;
}
