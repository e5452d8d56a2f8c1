/** What was changed in an account, by whom (docs/design/accounts.md "Audit"). Kept for 400 days, and never a secret in it. */
import type { AccountId, PersonId } from "../auth/viewer.ts";

export type AuditActor =
  | { readonly kind: "person"; readonly person: PersonId; readonly login: string }
  /** By its last four characters, with who made it. */
  | { readonly kind: "key"; readonly lastFour: string; readonly maker: PersonId | null }
  /** A job of a build system; its repository is an address without ref and path. */
  | { readonly kind: "job"; readonly repository: string; readonly run: string | null }
  | { readonly kind: "operator" }
  /** By itself, as time passed. */
  | { readonly kind: "server" };

/** The whole list: each change that an account's people can look up. */
export const AUDIT_ACTIONS = [
  "account.create",
  "account.rename",
  "account.plan",
  "account.limit",
  "account.verify",
  "account.suspend",
  "account.resume",
  "account.end",
  "account.keep",
  "account.export",
  "member.invite",
  "member.withdraw",
  "member.join",
  "member.role",
  "member.remove",
  "key.create",
  "key.revoke",
  "link.create",
  "link.revoke",
  "skill.create",
  "skill.publish",
  "skill.draft",
  "skill.visibility",
  "skill.current",
  "skill.archive",
  "skill.restore",
  "skill.delete",
  "skill.transfer",
  "skill.report",
  "skill.flag",
  "skill.unflag",
  "skill.feature",
  "skill.unfeature",
  "version.yank",
  "version.unyank",
  "version.remove",
  "version.release",
  "library.add",
  "library.remove",
  "library.pin",
  "library.confirm",
  "connection.add",
  "connection.change",
  "connection.remove",
  "connection.confirm",
  "connection.vouch",
  "job.token",
  "set.put",
  "set.remove",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who does something, in which request; null: outside of any. */
export interface Acting {
  readonly actor: AuditActor;
  readonly request: string | null;
}

/** One change, as it is handed to the store that makes it. */
export interface AuditNote extends Acting {
  readonly action: AuditAction;
  /** What was changed: a slug, a skill, a login, the last four of a key. */
  readonly target: string;
  /** What it was and what it is, in a few words; null: nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface AuditEntry extends AuditNote {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** What goes on after them; null: that was all. */
  readonly cursor: string | null;
}

export interface AuditLog {
  /** A change that is no commit of its own. */
  add(account: AccountId, note: AuditNote): Promise<void>;
  /** Null: the cursor is none of this log's. */
  list(
    account: AccountId,
    page: { readonly newestFirst: boolean; readonly cursor: string | null; readonly limit: number },
  ): Promise<AuditPage | null>;
  /** Everything of an account that is gone. */
  forget(account: AccountId): Promise<void>;
}
