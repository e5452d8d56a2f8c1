import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Read } from "../../../contracts/auth/grants.ts";
import type { Look } from "../../../contracts/auth/look.ts";
import type {
  FoundPermission,
  KeptTokens,
  NamedRepository,
  Permission,
  Permissions,
  PermissionStore,
  Permit,
} from "../../../contracts/auth/permission.ts";
import type { HostReader, Viewer } from "../../../contracts/auth/viewer.ts";
import type {
  GitHost,
  HostApp,
  HostCredential,
  HostFailure,
  PrivateRepository,
  Repository,
} from "../../../contracts/git_host.ts";
import type { Metrics } from "../../../contracts/metrics.ts";
import { everythingOf, type Invalidations } from "../../../contracts/mounts.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createBoundedMap, createSingleFlight } from "../../flow/mod.ts";

/** What asks at a host on a reader's behalf; null: nothing does. */
export type CredentialOf = (
  reader: HostReader,
  host: HostKey,
  kept?: Read<KeptTokens> | null,
) => Promise<Result<HostCredential | null, HostFailure>>;

export interface PermissionsDeps {
  readonly permissions: PermissionStore;
  readonly invalidations: Pick<Invalidations, "of">;
  readonly credentialOf: CredentialOf;
  readonly clock: Clock;
  readonly metrics?: Pick<Metrics, "count">;
  /** How long a yes is believed. Seconds; 0: each call asks. */
  readonly ttlSeconds: number;
}

type Answer = Result<Permit, HostFailure>;

/** Asks a host what somebody may see. */
interface Asking extends Pick<HostApp, "credential"> {
  repository(owner: string, name: string): Promise<Result<Repository, HostFailure>>;
}

/** That a person may not see something is believed so long, in this process: a client asks again at once. */
const NO_MS = 10_000;
const MOST_NOES = 10_000;

const MISSING: Answer = failure({ reason: "not_found" });

/**
 * Whether people may see what is not public (docs/design/authorization.md). A yes is believed for a while and never longer,
 * whatever the host does then; it ends before its time when an event says so. What one person is told is told to nobody else.
 */
export function createPermissions(deps: PermissionsDeps): Permissions {
  const { permissions, invalidations, credentialOf, clock } = deps;
  const ttlMs = deps.ttlSeconds * 1000;
  const noes = createBoundedMap<number>(MOST_NOES);
  const share = createSingleFlight<Answer>();
  /** The permit that stored rows led to, so that what it opened is known again: it lasts no longer than the rows stay as they are. */
  const made = new WeakMap<FoundPermission, Permit>();

  /** Since when nothing counts that was learnt of the repository: by its name, its id, or what its owner allows whom. */
  async function endedAt({ host, id }: PrivateRepository, { owner, name }: NamedRepository): Promise<number> {
    return (await invalidations.of(host, [`${owner}/${name}`, id, everythingOf(owner)])).facts;
  }

  function isYoung({ checkedAt }: Permission): boolean {
    // A clock that was set back makes an answer old rather than young.
    const age = clock.now() - checkedAt;
    return age >= 0 && age < ttlMs;
  }

  /** What asks for the viewer; null: nothing does. */
  async function askingFor(
    reader: HostReader,
    host: GitHost,
    kept?: Read<KeptTokens> | null,
  ): Promise<Result<Asking | null, HostFailure>> {
    if (reader === "@operator" && host.app !== undefined) return success(host.app);
    const found = await credentialOf(reader, host.key, kept);
    if (!found.ok || found.value === null) return found.ok ? success(null) : found;
    const own = found.value;
    return success({
      repository: (owner, name) => host.as(own).repository(owner, name),
      credential: () => Promise.resolve(success(own)),
    });
  }

  /** Content is read by what its owner gave this server, where there is that, and else by what asks. */
  function credentialFor(
    repository: PrivateRepository,
    { app }: GitHost,
    asking: Asking,
    since: number,
  ): Promise<Result<HostCredential, HostFailure>> {
    return (app ?? asking).credential(repository, { since });
  }

  /** A permit by a yes that is stored and still believed. `look`: what was read with the credentials of this very call. */
  async function permitted(reader: HostReader, named: NamedRepository, look?: Look): Promise<Permit | null> {
    if (ttlMs === 0) return null;
    const { host, owner, name } = named;
    const found = await permissions.find(reader, host.key, `${owner}/${name}`, look);
    const { permission, tokens } = found;
    if (permission === null || !isYoung(permission)) return null;
    const since = await endedAt(permission.repository, named);
    if (permission.checkedAt <= since) return null;
    const asking = await askingFor(reader, host, tokens);
    if (!asking.ok || asking.value === null) return null;
    const credential = await credentialFor(permission.repository, host, asking.value, since);
    if (!credential.ok) return null;
    const before = made.get(found);
    if (before?.credential.token === credential.value.token) return before;
    const permit = permitOf(permission.repository, credential.value);
    made.set(found, permit);
    return permit;
  }

  async function askAs(reader: HostReader, named: NamedRepository): Promise<Answer> {
    const { host, owner, name } = named;
    const path = `${owner}/${name}`;
    // Since the call looked for it, another call may have asked, and been answered.
    const known = await permitted(reader, named);
    if (known !== null) return success(known);
    const asking = await askingFor(reader, host);
    if (!asking.ok) return asking;
    if (asking.value === null) return MISSING;
    const checkedAt = clock.now();
    const answer = await permitOfHost(named, asking.value);
    if (answer.ok) {
      const { repository } = answer.value;
      await permissions.allow(reader, host.key, path, { repository, checkedAt }, ttlMs);
    }
    if (answer.ok || answer.error.reason !== "not_found") return answer;
    noes.set(`${reader} ${host.key} ${path}`, clock.now() + NO_MS);
    await permissions.withdraw(reader, host.key, path);
    return MISSING;
  }

  async function permitOfHost(named: NamedRepository, asking: Asking): Promise<Answer> {
    const found = await asking.repository(named.owner, named.name);
    if (!found.ok) return found;
    if (found.value.visibility === "public") return MISSING;
    const since = await endedAt(found.value, named);
    const credential = await credentialFor(found.value, named.host, asking, since);
    return credential.ok ? success(permitOf(found.value, credential.value)) : credential;
  }

  function count({ host }: NamedRepository, outcome: "remembered" | "allowed" | HostFailure["reason"]): void {
    deps.metrics?.count("skillmount_permission_checks_total", { host: host.key, outcome });
  }

  return {
    async known(viewer, named) {
      const reader = readerOf(viewer);
      const permit = reader === null ? null : await permitted(reader, named, lookOf(viewer));
      if (permit !== null) count(named, "remembered");
      return permit;
    },

    async ask(viewer, named) {
      const reader = readerOf(viewer);
      if (reader === null) return MISSING;
      const key = `${reader} ${named.host.key} ${named.owner}/${named.name}`;
      if ((noes.get(key) ?? 0) > clock.now()) return MISSING;
      return await share(key, async () => {
        const answer = await askAs(reader, named);
        count(named, answer.ok ? "allowed" : answer.error.reason);
        return answer;
      });
    },
  };
}

/** What was read with the credentials of who asks. */
function lookOf(viewer: Viewer): Look | undefined {
  return "look" in viewer ? viewer.look : undefined;
}

/** As whom a host is asked; null: as nobody. */
function readerOf(viewer: Viewer): HostReader | null {
  switch (viewer.kind) {
    case "person":
    case "access_token":
      return viewer.person;
    case "address_key":
      return viewer.person ?? "@operator";
    case "nobody":
    case "account_key":
    case "catalog_key":
    case "publish_token":
      return null;
  }
}

/** The one place that makes a permit: of what a host said to this very person, no longer ago than is believed. */
function permitOf(repository: PrivateRepository, credential: HostCredential): Permit {
  return { repository, credential } as Permit;
}
