/** What the whole server is built on: adapters and what the process knows, as tests give others. */
import type { HostKey } from "../../contracts/addresses.ts";
import type { Clock, Log, NewId } from "../../contracts/ambient.ts";
import type { Permissions } from "../../contracts/auth/permission.ts";
import type { Authenticator } from "../../contracts/auth/viewer.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import type { FetchIssuerKeys } from "../../contracts/library/publish_jobs.ts";
import type { MayWrite, NumbersOf } from "../../contracts/library/repository_sync.ts";
import type { CatalogSearch } from "../../contracts/library/catalog_search.ts";
import type { SearchIndex } from "../../contracts/search_index.ts";
import type { StorePorts } from "../../contracts/store.ts";
import type { RandomBytes, Sealer } from "../auth/mod.ts";
import type { Rate } from "../library/mod.ts";
import type { MetricsRegistry } from "../http/mod.ts";
import type { AllowList } from "../mounts/mod.ts";
import type { OAuthDeps } from "../oauth/mod.ts";
import type { DashboardDeps } from "../web/mod.ts";

export interface Ports extends StorePorts {
  readonly hosts: readonly GitHost[];
  readonly search: SearchIndex;
  readonly catalogSearch: CatalogSearch;
  /** For pictures of owners, which lie where their host says. */
  readonly fetch: typeof fetch;
  /** The repositories that are served; all when left out. */
  readonly allowed?: AllowList;
  /** What to try where a host does not have a repository. */
  readonly hints?: ReadonlyMap<HostKey, string>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Whether log lines name the paths of requests: only to who owns all repositories, at a terminal. */
  readonly logsPaths?: boolean;
  readonly authorization?: AuthorizationPorts;
  /** By which people manage their accounts in a browser; left out, there is no dashboard. */
  readonly desk?: Pick<DashboardDeps, "accounts" | "members" | "keys">;
  /** By which links to install from are made, and their artifacts sealed; left out, there are none. */
  readonly links?: { readonly sealer: Sealer; readonly randomBytes: RandomBytes };
  /** Whether people may push to repositories, as hosts say now; left out where nobody signs in at one. */
  readonly mayWrite?: MayWrite;
  /** What hosts number repositories; left out where none is asked. */
  readonly numbersOf?: NumbersOf;
  /** By which jobs of build systems publish; left out, none does. */
  readonly jobs?: { readonly fetchKeys: FetchIssuerKeys; readonly randomBytes: RandomBytes };
  /** Shared with the adapters, which count for themselves. */
  readonly metrics: MetricsRegistry;
  /** False where its URLs lead nowhere, because it is asked over no network. True when left out. */
  readonly isReachable?: boolean;
  /** Whether no other process uses the store; in dev when left out. */
  readonly isAlone?: boolean;
  /** How fast each key may ask; left out, as fast as keys may. */
  readonly accountRate?: Rate;
  /** Addresses that the front page offers to try, with their leading `/`. */
  readonly examples?: readonly string[];
  /** The words by which a client of this machine starts a server of its own for an address; null: there are none. */
  readonly stdioOf?: (address: string) => readonly string[] | null;
}

/** Who people are, and what they may see; without it everyone is nobody, and sees what everyone may. */
export interface AuthorizationPorts {
  readonly authenticate: Authenticator;
  readonly permissions: Permissions;
  /** Ends everything that somebody has here whom a git host knows by an id; left out, nobody signs in by a host. */
  readonly revokePerson?: (host: HostKey, id: string) => Promise<void>;
  /** Origins, without a slash: of the authorization server, and of the addresses. */
  readonly issuer: string;
  readonly publicUrl: string;
  /** Whether somebody who shows no credentials is asked for some. */
  readonly challenges: boolean;
  /** What people sign in with, and apps are answered with; left out, nobody signs in here. */
  readonly server?: Omit<OAuthDeps, "mayOpen" | "accountOfSet" | "addressKeys" | "readBody" | "frame">;
}
