/** Who may see what is not public (docs/design/authorization.md). */
import type { Brand } from "../brand.ts";
import type { GitHost, HostCredential, HostFailure, PrivateRepository } from "../git_host.ts";
import type { Result } from "../result.ts";
import type { Viewer } from "./viewer.ts";

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
