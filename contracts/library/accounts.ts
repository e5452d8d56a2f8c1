/** Accounts: what publishes skills and holds a library (docs/design/accounts.md "Accounts"). */
import type { Person } from "../auth/people.ts";
import type { AccountId } from "../auth/viewer.ts";
import type { Brand } from "../brand.ts";
import type { Result } from "../result.ts";
import type { AuditNote } from "./audit.ts";
import type { LimitOverrides, Plan } from "./plans.ts";

/** Lower-case letters, digits and single inner hyphens, 2 to 39 of them. */
export type Slug = Brand<string, "Slug">;

/** A slug as the eye takes it, by which two that look alike are one. */
export type FoldedSlug = Brand<string, "FoldedSlug">;

export type AccountState =
  | { readonly kind: "active" }
  /** By the operator: nothing is read or written with its keys and tokens until they lift it. */
  | { readonly kind: "suspended"; readonly since: number; readonly reason: string }
  /**
   * Closed until `due`, and then gone. `keepsGlobal`: who holds its global skills keeps them. `byOperator`: its owners cannot
   * keep it.
   */
  | {
    readonly kind: "ending";
    readonly since: number;
    readonly due: number;
    readonly keepsGlobal: boolean;
    readonly byOperator: boolean;
  }
  /** What is left of an account for who holds its skills: its id, under a name that says so. */
  | { readonly kind: "gone"; readonly since: number };

export interface Account {
  readonly id: AccountId;
  readonly slug: Slug;
  /** What it was called before, the latest last. */
  readonly aliases: readonly Slug[];
  /** One person's own, or one that several share. */
  readonly kind: "personal" | "organisation";
  readonly plan: Plan;
  readonly limits: LimitOverrides;
  /** The operator vouches for who is behind it. */
  readonly verified: boolean;
  readonly state: AccountState;
  /** When everything of it was taken along last; null: never. */
  readonly exportedAt: number | null;
  /** Milliseconds since the epoch, here and above. */
  readonly createdAt: number;
}

/** A slug that somebody wants. */
export interface SlugClaim {
  readonly slug: Slug;
  readonly folded: FoldedSlug;
  /** Whether it may look like another: the operator's word. */
  readonly mayLookAlike: boolean;
}

/** `holder`: the slug in the way, which is another where they look alike. */
export interface SlugTaken {
  readonly reason: "taken" | "alike" | "reserved";
  readonly holder: Slug;
}

/** What a slug stands for. `isAlias`: its account is called something else by now. */
export interface FoundAccount {
  readonly account: Account;
  readonly isAlias: boolean;
}

/** Every change is one commit with the row that tells of it: whole, or not at all. */
export interface AccountStore {
  account(id: AccountId): Promise<Account | null>;
  /** Under its slug, or one that it had before. */
  bySlug(slug: Slug): Promise<FoundAccount | null>;
  /**
   * With its first owner, whose row is written too. `has_own`: the founder has an account of their own by now, so that nothing
   * was made.
   */
  create(
    account: Account,
    claim: SlugClaim,
    founder: Person | null,
    note: AuditNote,
  ): Promise<Result<Account, SlugTaken | "has_own">>;
  /** The old slug stays the account's, as an alias. `too_many`: it has as many of those as any may. Null: no account. */
  rename(
    id: AccountId,
    claim: SlugClaim,
    mostAliases: number,
    note: AuditNote,
  ): Promise<Result<Account, SlugTaken | "too_many"> | null>;
  /**
   * What `change` makes of the account; null from it: nothing is to be changed. Null: there is no account, or it stayed as it
   * is. An account that is ending is found by when it is due.
   */
  update(
    id: AccountId,
    change: (account: Account) => Account | null,
    note: AuditNote,
  ): Promise<Account | null>;
  /** Those whose end is due, the longest due first. */
  due(now: number, most: number): Promise<readonly AccountId[]>;
  /**
   * Takes the account out, once everything of it is gone. Its slugs stay nobody's.
   *
   * @param leftAs What who holds its skills finds them under; null: nobody holds any.
   */
  remove(id: AccountId, leftAs: Slug | null): Promise<void>;
  /** Keeps a slug for the operator, and what looks like it; null: done. Fails as `create` does where it is somebody's. */
  reserve(claim: SlugClaim): Promise<SlugTaken | null>;
  /** Gives a reserved slug back; false: it is not reserved. */
  free(claim: SlugClaim): Promise<boolean>;
}
