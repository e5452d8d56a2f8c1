import { LRUCache } from "lru-cache";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Read } from "../../../contracts/auth/grants.ts";
import type {
  KeptTokens,
  NamedRepository,
  Permission,
  Permissions,
  PermissionStore,
  Permit,
} from "../../../contracts/auth/permission.ts";
import type { HostReader, Viewer } from "../../../contracts/auth/viewer.ts";
import type { HostCredential, HostFailure, PrivateRepository } from "../../../contracts/git_host.ts";
import type { Invalidations } from "../../../contracts/mounts.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createSingleFlight } from "../../flow/mod.ts";

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
  /** How long a yes is believed. Seconds; 0: each call asks. */
  readonly ttlSeconds: number;
}

type Answer = Result<Permit, HostFailure>;

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
  const noes = new LRUCache<string, number>({ max: MOST_NOES });
  const share = createSingleFlight<Answer>();

  async function isCurrent({ repository, checkedAt }: Permission, name: string): Promise<boolean> {
    // A clock that was set back makes an answer old rather than young.
    const age = clock.now() - checkedAt;
    if (age < 0 || age >= ttlMs) return false;
    const { facts } = await invalidations.of(repository.host, [name, repository.id]);
    return checkedAt > facts;
  }

  /** A permit by a yes that is stored and still believed. */
  async function permitted(
    reader: HostReader,
    { host, owner, name }: NamedRepository,
  ): Promise<Permit | null> {
    if (ttlMs === 0) return null;
    const path = `${owner}/${name}`;
    const { permission, tokens } = await permissions.find(reader, host.key, path);
    if (permission === null || !await isCurrent(permission, path)) return null;
    const credential = await credentialOf(reader, host.key, tokens);
    return credential.ok && credential.value !== null
      ? permitOf(permission.repository, credential.value)
      : null;
  }

  async function askAs(reader: HostReader, named: NamedRepository): Promise<Answer> {
    const { host, owner, name } = named;
    const path = `${owner}/${name}`;
    // Since the call looked for it, another call may have asked, and been answered.
    const permit = await permitted(reader, named);
    if (permit !== null) return success(permit);
    const credential = await credentialOf(reader, host.key);
    if (!credential.ok) return credential;
    if (credential.value === null) return MISSING;
    const checkedAt = clock.now();
    const found = await host.as(credential.value).repository(owner, name);
    if (found.ok && found.value.visibility === "private") {
      const repository = found.value;
      await permissions.allow(reader, host.key, path, { repository, checkedAt }, ttlMs);
      return success(permitOf(repository, credential.value));
    }
    if (!found.ok && found.error.reason !== "not_found") return found;
    noes.set(`${reader} ${host.key} ${path}`, clock.now() + NO_MS);
    await permissions.withdraw(reader, host.key, path);
    return MISSING;
  }

  return {
    async known(viewer, named) {
      const reader = readerOf(viewer);
      return reader === null ? null : await permitted(reader, named);
    },

    async ask(viewer, named) {
      const reader = readerOf(viewer);
      if (reader === null) return MISSING;
      const key = `${reader} ${named.host.key} ${named.owner}/${named.name}`;
      if ((noes.get(key) ?? 0) > clock.now()) return MISSING;
      return await share(key, () => askAs(reader, named));
    },
  };
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
