/** What publishing a repository's skills asks of repositories and of people (docs/design/sync.md). */
import type { CommitHash, RepoPath } from "../addresses.ts";
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { Failure } from "../errors.ts";
import type { Result } from "../result.ts";
import type { Source } from "../source.ts";
import type { Acting } from "./audit.ts";
import type {
  ConnectedRepository,
  ConnectedWorkflow,
  Connection,
  ConnectionId,
  Look,
  Run,
  RunState,
  SkillRun,
} from "./connections.ts";
import type { SkillName, Visibility } from "./skills.ts";

/** As whom a repository is read; null: as everybody. */
export type SyncReader = PersonId | "@operator" | null;

/** Why a run ends before its time; `reason` is a sentence without a full stop for the account's people. */
export interface SyncTrouble {
  readonly state: Exclude<RunState, "done">;
  /** Of `waiting`: what somebody has to confirm. */
  readonly asks?: NonNullable<Look["asks"]>;
  readonly reason: string;
}

/** What the line that proves control is read from. */
export interface Claims {
  /** The commit of the default branch. */
  readonly commit: CommitHash;
  /** The text of `.well-known/skillmount` there; null: there is no such file, or none that is text. */
  read(): Promise<Result<string | null, SyncTrouble>>;
}

/** A repository at the commit that an address means now, as its reader is shown it. */
export interface SyncedCommit {
  readonly repository: ConnectedRepository;
  readonly isPublic: boolean;
  /** It is a repository of the operator's own machine. */
  readonly isOperators: boolean;
  /** The address as the repository is called now. */
  readonly address: string;
  /** The same without ref and path, such as `/gh/acme/library`. */
  readonly name: string;
  readonly commit: CommitHash;
  readonly defaultBranch: string | null;
  /** The directory that counts. */
  readonly path: RepoPath;
  /** Of the default branch; fails where there is none. */
  claims(): Promise<Result<Claims, SyncTrouble>>;
  /** Everything at the commit whatever its licences say, once it is indexed; waits at most so long. */
  source(waitMs: number): Promise<Result<Source, SyncTrouble>>;
}

export interface ConnectedPlace extends Pick<ConnectedRepository, "host" | "owner" | "name"> {
  readonly address: string;
  readonly branch: string | null;
}

export interface SyncedRepositories {
  /**
   * Asks the host anew.
   *
   * @param repository What the connection published from before, which is followed where it was renamed.
   */
  open(
    address: string,
    repository: ConnectedRepository | null,
    as: SyncReader,
    /** What the address would mean is left out for it. */
    commit?: CommitHash,
  ): Promise<Result<SyncedCommit, SyncTrouble>>;
  /** An address as a connection keeps it: in canonical spelling, of a branch or none. Fails with the codes of addresses. */
  parse(text: string): Result<ConnectedPlace, Failure>;
}

/** `unknown`: the host cannot be asked now, or nothing asks there for the person. */
export type MayWrite = (
  person: PersonId,
  repository: ConnectedRepository,
) => Promise<"yes" | "no" | "unknown">;

/** The numbers that a host has of a repository and its owner, as identity tokens name them; null: it does not say. */
export type NumbersOf = (
  person: PersonId | null,
  repository: Pick<ConnectedRepository, "host" | "owner" | "name">,
) => Promise<Pick<ConnectedWorkflow, "repositoryId" | "ownerId"> | null>;

export interface WantedWorkflow extends Pick<ConnectedWorkflow, "file" | "environment" | "skills"> {
  /** Where the host does not say them. */
  readonly numbers?: Pick<ConnectedWorkflow, "repositoryId" | "ownerId">;
}

/** What an account's people and the operator do with its connections. Everybody but the operator has to be an owner or admin. */
export interface Connections {
  /** The oldest first. */
  list(account: AccountId): Promise<readonly Connection[]>;
  /** Fails with `connection.not_found`, as everything below. */
  find(account: AccountId, id: ConnectionId): Promise<Result<Connection, Failure>>;
  /**
   * The repository is looked at soon. Fails with `account.forbidden`, with the codes of addresses, `connection.exists` and
   * `account.full`.
   */
  connect(
    acting: Acting,
    account: AccountId,
    wanted: { readonly address: string; readonly visibility: Visibility; readonly syncs?: boolean },
  ): Promise<Result<Connection, Failure>>;
  /** Of its workflow: fails with `request.invalid` where nobody says the numbers of the repository. */
  change(
    acting: Acting,
    account: AccountId,
    id: ConnectionId,
    patch: Partial<Pick<Connection, "visibility" | "syncs">> & { readonly workflow?: WantedWorkflow | null },
  ): Promise<Result<Connection, Failure>>;
  /** What was published stays. */
  remove(acting: Acting, account: AccountId, id: ConnectionId): Promise<Result<null, Failure>>;
  /** It is looked at soon. */
  look(acting: Acting, account: AccountId, id: ConnectionId): Promise<Result<Connection, Failure>>;
  /** What the last look asked for. Fails with `precondition.failed` where it asked for nothing. */
  confirm(acting: Acting, account: AccountId, id: ConnectionId): Promise<Result<Connection, Failure>>;
  /** The operator's word that the account may publish it, or that it is over. */
  vouch(
    acting: Acting,
    account: AccountId,
    id: ConnectionId,
    isVouched: boolean,
  ): Promise<Result<Connection, Failure>>;
  /** What kept a skill of the account from being published when its repository was looked at last; null: nothing. */
  problemOf(account: AccountId, name: SkillName): Promise<NonNullable<SkillRun["problem"]> | null>;
  /** The newest first. */
  runs(account: AccountId, id: ConnectionId, most: number): Promise<Result<readonly Run[], Failure>>;
}
