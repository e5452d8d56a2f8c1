import { type Span, trace } from "@opentelemetry/api";
import type { Address, HostKey } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type {
  Clock,
  GitHost,
  Mount,
  Repository,
  Resolution,
  ResolutionStore,
  Trust,
  TrustLists,
  Viewer,
  ViewerCheck,
} from "../../contracts/ports.ts";
import { type Result, success } from "../../contracts/result.ts";
import { parseAddress } from "../format/mod.ts";
import type { AllowList } from "./allow_list.ts";
import { createFindRepository } from "./_find_repository.ts";
import { hostUnusable, NOT_ALLOWED, refNotFound, REPOSITORY_NOT_FOUND } from "./_failures.ts";
import { createAnswers } from "./_remembered.ts";
import { createResolveRevision } from "./_resolve_revision.ts";

export interface MountsDeps {
  readonly hosts: ReadonlyMap<HostKey, GitHost>;
  readonly resolutions: ResolutionStore;
  readonly trust: Pick<TrustLists, "of">;
  readonly mayView: ViewerCheck;
  readonly clock: Clock;
  /** The reading rules of this process. */
  readonly rules: { readonly version: string };
  /** What is served at all; everything when left out. */
  readonly allowed?: AllowList;
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
   * see), `mount.ref_not_found`, `mount.rate_limited`, `mount.unavailable` or `mount.unsupported`.
   */
  open(addressText: string, viewer: Viewer): Promise<Result<Mount, Failure>>;
}

/** The same for whoever may see it. */
type FoundMount = Omit<Mount, "viewer">;

/** What was found out about an address; who may see it and what is said of it is asked every time. */
interface Opening {
  readonly repository: Repository;
  /** Whether the operator's lists vouched for the repository. */
  readonly vouched: boolean;
  readonly result: Result<FoundMount, Failure>;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const EVERYTHING: AllowList = () => true;
const CACHE_BYTES = 16 * 1024 * 1024;

export function createMounts(deps: MountsDeps): Mounts {
  const { hosts, clock, mayView, trust, rules, allowed = EVERYTHING, cacheBytes = CACHE_BYTES } = deps;
  const hostRules = new Map([...hosts].map(([key, host]) => [key, host.rules]));
  const findRepository = createFindRepository(clock, cacheBytes / 4);
  const resolveRevision = createResolveRevision(clock, deps.resolutions, cacheBytes / 4);
  const openings = createAnswers<Opening>(cacheBytes / 2);

  async function openAgain(text: string, viewer: Viewer, span: Span): Promise<Result<FoundMount, Failure>> {
    const parsed = parseAddress(text, hostRules);
    if (!parsed.ok) return parsed;
    const address = parsed.value;
    const host = hosts.get(address.host);
    if (host === undefined) throw new TypeError(`Cannot open an address on "${address.host}": no such host`);
    span.setAttribute("skillmount.host", host.key);
    if (!allowed(host.key, address.owner, address.repo)) return NOT_ALLOWED;

    const facts = await findRepository(host, address.owner, address.repo);
    if (!facts.value.ok) {
      const { error } = facts.value;
      return error.reason === "not_found"
        ? REPOSITORY_NOT_FOUND
        : hostUnusable(error, facts.until - clock.now());
    }
    const repository = facts.value.value;
    // A name may lead to a repository that was renamed or given away since.
    if (!allowed(host.key, repository.owner, repository.name)) return NOT_ALLOWED;
    // Before anything of the repository is told, even that a ref does not exist.
    const trusted = await trustOf(repository, viewer);
    if (trusted === null) return REPOSITORY_NOT_FOUND;
    const vouched = trusted.verified;

    const resolved = await resolveRevision(host, repository, address.revision);
    const result = resolved.value.ok
      ? success(mountOf(host, address, repository, resolved.value.value, vouched, resolved.until))
      : resolved.value.error.reason === "not_found"
      ? refNotFound(address, hostRules)
      : hostUnusable(resolved.value.error, resolved.until - clock.now());
    openings.set(text, { repository, vouched, result, until: Math.min(facts.until, resolved.until) });
    return result;
  }

  /** Null: as far as this viewer is told, the repository does not exist. */
  async function trustOf(repository: Repository, viewer: Viewer): Promise<Trust | null> {
    if (!await mayView(viewer, repository)) return null;
    const said = await trust.of(repository);
    return said.blocked ? null : said;
  }

  function mountOf(
    host: GitHost,
    address: Address,
    repository: Repository,
    resolution: Resolution,
    vouched: boolean,
    validUntil: number,
  ): FoundMount {
    const { commit, onDefaultBranch } = resolution;
    // Who vouches for a repository vouches for its default branch alone.
    const verified = (host.verified || vouched) && onDefaultBranch;
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
      webUrl: (path) => host.webUrl(repository, commit, path),
      rawUrl: (path) => host.rawUrl(repository, commit, path),
    };
  }

  return {
    async open(text, viewer) {
      const opening = openings.get(text);
      if (opening !== undefined && opening.until > clock.now()) {
        const trusted = await trustOf(opening.repository, viewer);
        if (trusted === null) return REPOSITORY_NOT_FOUND;
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
    },
  };
}

function seenBy(viewer: Viewer, found: Result<FoundMount, Failure>): Result<Mount, Failure> {
  return found.ok ? success({ ...found.value, viewer }) : found;
}
