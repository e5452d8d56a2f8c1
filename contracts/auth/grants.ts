/** What a person allowed an app, and the codes and tokens that come of it (docs/design/authorization.md). */
import type { ClientId, RedirectUri } from "./clients.ts";
import type { Look } from "./look.ts";
import type { SecretDigest } from "./secret_digest.ts";
import type { AccountId, Audience, GrantId, PersonId, Scope } from "./viewer.ts";

/** Absent from the store: revoked, or run out. */
export interface Grant {
  readonly client: ClientId;
  /** What the app calls itself; null where it does not. */
  readonly clientName: string | null;
  readonly person: PersonId;
  readonly account: AccountId;
  readonly audience: Audience;
  readonly scope: Scope;
  /** Milliseconds since the epoch, here and below. */
  readonly grantedAt: number;
  /** When tokens were given last. */
  readonly usedAt: number;
}

/** An authorization code, waiting to be exchanged (RFC 6749 4.1.2). */
export interface CodeRecord extends Omit<Grant, "grantedAt" | "usedAt"> {
  readonly grant: GrantId;
  readonly redirectUri: RedirectUri;
  /** PKCE S256 challenge (RFC 7636). */
  readonly challenge: string;
  readonly expiresAt: number;
  /** Exchanged, or spoiled by a wrong verifier: it never gives tokens again. */
  readonly isUsed: boolean;
}

export interface AccessRecord {
  readonly grant: GrantId;
  readonly audience: Audience;
  readonly expiresAt: number;
}

export interface RefreshRecord {
  readonly grant: GrantId;
  readonly expiresAt: number;
  /** When the access token that came with it runs out. */
  readonly accessExpiresAt: number;
  /** Null: the newest of its grant. */
  readonly successor: Successor | null;
}

export interface Successor {
  readonly digest: SecretDigest;
  /** Whether the access token had run out, or nearly, when this one was used. */
  readonly isLate: boolean;
  /** Until when a latecomer may have the same answer, where `isLate`. */
  readonly graceUntil: number;
}

/** The answer to a refresh, sealed under the token that was presented: only its holder can have it again. */
export interface SealedAnswer {
  readonly sealed: string;
  /** Whether any process may have sent it already. */
  readonly isAnswered: boolean;
}

/** A row as it was read; a change of it is conditional on that. */
export interface Read<Value> {
  readonly value: Value;
  readonly version: string;
}

/** The tokens of one generation, as they are stored. */
export interface NewTokens {
  readonly access: SecretDigest;
  readonly accessRecord: AccessRecord;
  readonly refresh: SecretDigest;
  readonly refreshRecord: RefreshRecord;
}

/** Grants, codes and tokens. Every change is one commit: whole, or not at all. */
export interface GrantStore {
  saveCode(digest: SecretDigest, code: CodeRecord): Promise<void>;
  code(digest: SecretDigest): Promise<Read<CodeRecord> | null>;
  /** Makes the code's grant with its first tokens. False: the code changed since it was read. */
  redeem(digest: SecretDigest, code: Read<CodeRecord>, grant: Grant, tokens: NewTokens): Promise<boolean>;
  /** A code that gives nothing any more. False: it changed since it was read. */
  spoil(digest: SecretDigest, code: Read<CodeRecord>): Promise<boolean>;
  /** Token and grant in one look, with what calls by the grant needed beside them. */
  access(
    digest: SecretDigest,
    id: GrantId,
  ): Promise<{ readonly token: AccessRecord; readonly grant: Grant; readonly look: Look } | null>;
  refresh(
    digest: SecretDigest,
    id: GrantId,
  ): Promise<{ readonly token: Read<RefreshRecord>; readonly grant: Read<Grant> } | null>;
  /** The next generation, and its answer for who presents the old token again. False: token or grant changed. */
  rotate(
    old: { readonly digest: SecretDigest; readonly token: Read<RefreshRecord>; readonly grant: Read<Grant> },
    successor: Successor,
    tokens: NewTokens,
    sealed: string,
    keptMs: number,
  ): Promise<boolean>;
  answer(digest: SecretDigest): Promise<SealedAnswer | null>;
  /** From now on an answer of this token may be known to somebody. */
  markAnswered(digest: SecretDigest, keptMs: number): Promise<void>;
  /** Whether a successor was used itself. */
  isUsed(digest: SecretDigest): Promise<boolean>;
  /** Ends the grant: no token of it is good from the next call on. */
  end(id: GrantId): Promise<void>;
  endAccess(digest: SecretDigest): Promise<void>;
  /**
   * Ends every grant of a person or of an app, and every code that waits for one. How many grants. Looks through all there
   * are: for an operator's command alone.
   */
  endEvery(whose: { readonly person: PersonId } | { readonly client: ClientId }): Promise<number>;
  /** Those of a person, the latest used first. */
  ofPerson(person: PersonId): Promise<readonly { readonly id: GrantId; readonly grant: Grant }[]>;
}
