/** Repositories that publish to accounts as they are pushed (docs/design/sync.md). */
import type { CommitHash, HostKey, RepoPath } from "../addresses.ts";
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { Brand } from "../brand.ts";
import type { RepositoryId } from "../git_host.ts";
import type { AuditNote } from "./audit.ts";
import type { SkillName, Visibility } from "./skills.ts";
import type { Label, SkillId } from "./versions.ts";

export type ConnectionId = Brand<string, "ConnectionId">;

export const SYNC_LIMITS = {
  /** Connections of an account. */
  connections: 50,
  /** Skills that a run looks at. */
  skills: 2000,
  /** Runs that are remembered of a connection. */
  runs: 100,
  /** Skills that a run tells of one by one; those that did not change are counted alone. */
  told: 100,
} as const;

/** Which repository it is, as its host said at the first good run. */
export interface ConnectedRepository {
  readonly host: HostKey;
  readonly id: RepositoryId;
  readonly owner: string;
  readonly name: string;
}

/** What a job of a build system must be to publish for the connection without a key. */
export interface ConnectedWorkflow {
  /** The path of the workflow's file, such as `.github/workflows/publish.yml`. */
  readonly file: RepoPath;
  /** The deployment environment that it must run in; null: any, or none. */
  readonly environment: string | null;
  /** The host's numbers of the repository and its owner, as identity tokens name them. */
  readonly repositoryId: string;
  readonly ownerId: string;
  /** The skills that it may publish; null: all of the account. */
  readonly skills: readonly SkillName[] | null;
}

export interface Look {
  readonly at: number;
  readonly state: RunState;
  /** Null: it was not got as far. */
  readonly commit: CommitHash | null;
  /** What somebody has to confirm where it is `waiting`: that most skills go, or that what is private is published to everybody. */
  readonly asks: "removal" | "opening" | null;
}

export interface Connection {
  readonly id: ConnectionId;
  readonly account: AccountId;
  /** In its canonical spelling, with the branch and the directory that count. */
  readonly address: string;
  /** The branch that it names; null: the default one. */
  readonly branch: string | null;
  /** False: only its workflow publishes, and nothing does by itself. */
  readonly syncs: boolean;
  readonly visibility: Visibility;
  /** Who connected it, and may write to it as long as they may; null: a key or the operator did. */
  readonly person: PersonId | null;
  /** The operator said that the account may publish it, while it was this owner's. */
  readonly vouched: { readonly at: number; readonly owner: string | null } | null;
  /** Null: nobody got to see it yet. */
  readonly repository: ConnectedRepository | null;
  /** The line that proved control when it was looked at last, and the commit of the default branch that has it; null: none did. */
  readonly proven: { readonly commit: CommitHash; readonly line: string } | null;
  readonly workflow: ConnectedWorkflow | null;
  /** Since when its host says that there is none, and how often it said so; null: it is there. */
  readonly missing: { readonly since: number; readonly times: number } | null;
  /** Who is at it, until when nobody else is. */
  readonly lease: { readonly owner: string; readonly until: number } | null;
  /** When it is looked at next, and why. Milliseconds since the epoch, here and everywhere. */
  readonly dueAt: number;
  readonly trigger: RunTrigger;
  /** The last look, whether or not there was something to tell of; null: there was none. */
  readonly looked: Look | null;
  /** Somebody confirmed that what not everybody sees at its host is published to everybody. */
  readonly mayOpenPrivate: boolean;
  /** The commit for which somebody confirmed that most skills go. */
  readonly confirmed: CommitHash | null;
  /** Counts up with every run. */
  readonly runs: number;
  readonly createdAt: number;
}

/** A skill of a connection, by the directory that it is in. */
export interface ConnectedSkill {
  readonly path: RepoPath;
  readonly name: SkillName;
  readonly skill: SkillId;
  /** Of all its files; equal: nothing of it changed. */
  readonly fingerprint: string;
  /** The connection archived it because the repository has it no more. */
  readonly isGone: boolean;
}

export type RunTrigger = "push" | "schedule" | "hand";

/**
 * `done`. `waiting`: it would archive most skills, and somebody has to confirm that. `unproven`: nobody showed that the account
 * may publish it. `refused`: another repository bears the name. `missing`: its host says that there is none. `later`: it
 * could not be read now. `failed`: it cannot be read as it is.
 */
export type RunState = "done" | "waiting" | "unproven" | "refused" | "missing" | "later" | "failed";

export type SkillRunOutcome =
  | "created"
  | "released"
  | "restored"
  | "held"
  | "unchanged"
  | "archived"
  | "skipped";

/** What became of one skill. */
export interface SkillRun {
  /** Of its directory. */
  readonly path: string;
  readonly name: string | null;
  readonly outcome: SkillRunOutcome;
  readonly version: Label | null;
  /** Why it was skipped, or what its author should know: a code and a sentence, with the place where it is known. */
  readonly problem: {
    readonly code: string;
    readonly message: string;
    readonly path: string;
    readonly line: number | null;
  } | null;
}

export interface Run {
  /** Counts up from 1 for each connection. */
  readonly number: number;
  readonly trigger: RunTrigger;
  readonly state: RunState;
  /** Null: it was not got as far. */
  readonly commit: CommitHash | null;
  /** Why it is not `done`, as a sentence; null: it is. */
  readonly reason: string | null;
  readonly counts: Readonly<Partial<Record<SkillRunOutcome, number>>>;
  /** At most `SYNC_LIMITS.told`; what did not change is not among them. */
  readonly skills: readonly SkillRun[];
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What a look leaves. */
export interface RunEnd {
  /** Null: nothing happened since the last one, so that there is nothing to tell. */
  readonly run: Omit<Run, "number"> | null;
  readonly connection: (before: Connection) => Connection;
}

/** By what the connections to a repository's workflow are found. */
export function jobSubject(repositoryId: string): string {
  return `job:${repositoryId}`;
}

export interface ConnectionStore {
  /** False: the account has `SYNC_LIMITS.connections` already. */
  add(connection: Connection, note: AuditNote): Promise<boolean>;
  ofAccount(account: AccountId): Promise<readonly Connection[]>;
  find(account: AccountId, id: ConnectionId): Promise<Connection | null>;
  /** What stands afterwards. Null: it is gone, or `make` gave null and nothing was written. */
  change(
    account: AccountId,
    id: ConnectionId,
    make: (before: Connection) => Connection | null,
    note?: AuditNote,
  ): Promise<Connection | null>;
  /** Also its runs and what it knew of skills. False: there was none. */
  remove(account: AccountId, id: ConnectionId, note: AuditNote): Promise<boolean>;
  /** Those that are due, the longest first. */
  due(now: number, most: number): Promise<readonly Pick<Connection, "account" | "id">[]>;
  /** Those of a repository, by its id or `owner/name` in lower case, or by `jobSubject` of its number. */
  of(host: HostKey, subjects: readonly string[]): Promise<readonly Pick<Connection, "account" | "id">[]>;
  /** All of an account that is gone. */
  forget(account: AccountId): Promise<void>;
  /** All connections, for the operator. */
  all(): AsyncIterable<Connection>;
  skills(id: ConnectionId): Promise<readonly ConnectedSkill[]>;
  /** @param before Where it was until now, which is forgotten with the same commit. */
  saveSkill(id: ConnectionId, skill: ConnectedSkill, before?: RepoPath): Promise<void>;
  /** Ends a run by who holds the lease; false: somebody else does by now. */
  end(account: AccountId, id: ConnectionId, owner: string, end: RunEnd): Promise<boolean>;
  /** The newest first. */
  runs(id: ConnectionId, most: number): Promise<readonly Run[]>;
}
