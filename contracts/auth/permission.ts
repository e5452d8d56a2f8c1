/** Who may see what is not public (docs/design/authorization.md). */
import type { HostKey } from "../addresses.ts";
import type { Brand } from "../brand.ts";
import type { GitHost, HostCredential, HostFailure, PrivateRepository } from "../git_host.ts";
import type { Result } from "../result.ts";
import type { Read } from "./grants.ts";
import type { Look } from "./look.ts";
import type { HostReader, PersonId, Viewer } from "./viewer.ts";

/**
 * That a viewer may see a repository that is not public, now. Only the permission check makes one, and a mount of what is
 * not public cannot be made without: there is no other way to such content.
 */
export type Permit = Brand<{
  readonly repository: PrivateRepository;
  /** What its content is fetched with; what is learnt with it counts for nothing that is asked with another. */
  readonly credential: HostCredential;
}, "Permit">;

/** A repository by the name it was asked for under. */
export interface NamedRepository {
  readonly host: GitHost;
  readonly owner: string;
  readonly name: string;
}

/** Asks git hosts what people may see. */
export interface Permissions {
  /** A yes that is still believed, without asking the host; null: there is none. */
  known(viewer: Viewer, repository: NamedRepository): Promise<Permit | null>;
  /**
   * Asks the host as the viewer. Whoever is nobody there gets `not_found`, like for what does not exist. A host that cannot
   * be asked is `unavailable` or `rate_limited`, and never an old yes.
   */
  ask(viewer: Viewer, repository: NamedRepository): Promise<Result<Permit, HostFailure>>;
}

/** A yes of a host, as it is remembered. */
export interface Permission {
  readonly repository: PrivateRepository;
  /** When the host was asked. Milliseconds since the epoch. */
  readonly checkedAt: number;
}

/** What asks at a host on a person's behalf, as it is stored. */
export interface KeptTokens {
  /** `HostTokens`, sealed for the person. */
  readonly sealed: string;
  /** When the access token runs out; null: it does not. Milliseconds since the epoch. */
  readonly expiresAt: number | null;
  /** Who renews it now: a refresh token works once, so that one does it for all. */
  readonly lease: { readonly owner: string; readonly until: number } | null;
}

/** A yes, and what asks for the person, as both are stored; null: there is none. */
export interface FoundPermission {
  readonly permission: Permission | null;
  readonly tokens: Read<KeptTokens> | null;
}

/** What hosts said to people, and what asks there for them. Names are `owner/name` as in canonical addresses. */
export interface PermissionStore {
  /** Out of the call's look, where it has one. The same object for as long as neither changes. */
  find(person: HostReader, host: HostKey, name: string, look?: Look): Promise<FoundPermission>;
  tokens(person: PersonId): Promise<Read<KeptTokens> | null>;
  allow(
    person: HostReader,
    host: HostKey,
    name: string,
    permission: Permission,
    keptMs: number,
  ): Promise<void>;
  withdraw(person: HostReader, host: HostKey, name: string): Promise<void>;
  /** `version`: of the row that is replaced; null: of any, or none. False: it changed since it was read. */
  keepTokens(person: PersonId, tokens: KeptTokens, version: string | null): Promise<boolean>;
  /** All of it: what asks for the person, and every yes. */
  forget(person: PersonId): Promise<void>;
}
