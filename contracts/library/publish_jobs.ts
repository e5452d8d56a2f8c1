/** Jobs of build systems that publish without a secret: an identity token buys a short publish token (docs/design/publishing-from-ci.md). */
import type { CommitHash, HostKey } from "../addresses.ts";
import type { SecretDigest } from "../auth/secret_digest.ts";
import type { AccountId } from "../auth/viewer.ts";
import type { Failure } from "../errors.ts";
import type { Result } from "../result.ts";
import type { ConnectionId } from "./connections.ts";
import type { SkillName, Visibility } from "./skills.ts";
import type { VersionFile } from "./versions.ts";

/** Whose identity tokens are believed, for repositories of which git host. */
export interface OidcIssuer {
  readonly host: HostKey;
  /** As its tokens name it, an exact text. */
  readonly issuer: string;
  /** Where its keys are. */
  readonly keysUrl: string;
}

/** What an issuer says of a job; everything was checked but whether somebody connected it. */
export interface JobIdentity {
  readonly host: HostKey;
  readonly issuer: string;
  /** `owner/name`, as it is called now. */
  readonly repository: string;
  readonly repositoryId: string;
  readonly ownerId: string;
  /** In full, such as `refs/heads/main`. */
  readonly ref: string;
  readonly event: string;
  /** The path of its workflow's file, and the ref that this was read from. */
  readonly workflow: { readonly file: string; readonly ref: string };
  readonly environment: string | null;
  readonly commit: CommitHash;
  readonly run: string | null;
  /** Names the token, so that it is used once. */
  readonly token: string;
  /** Until when it could be shown again. Milliseconds since the epoch. */
  readonly until: number;
}

/** Fails with `auth.invalid_token`, or with `server.not_ready` where the issuer's keys cannot be had now. */
export type VerifyIdentity = (token: string) => Promise<Result<JobIdentity, Failure>>;

/** The keys of an issuer, as it has them now; null: they cannot be had. */
export type FetchIssuerKeys = (url: string) => Promise<unknown>;

/** What a publish token is good for. The token itself is not kept. */
export interface PublishToken {
  readonly account: AccountId;
  readonly connection: ConnectionId;
  /** Null: all of the account. */
  readonly skills: readonly SkillName[] | null;
  readonly visibility: Visibility;
  /** Canonical, without ref and path. */
  readonly repository: string;
  readonly commit: CommitHash;
  readonly issuer: string;
  readonly workflow: string;
  readonly run: string | null;
  readonly lastFour: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface PublishTokenStore {
  /** In one commit with the note that the identity was used. False: it was used before. */
  issue(
    digest: SecretDigest,
    token: PublishToken,
    identity: Pick<JobIdentity, "issuer" | "token" | "until">,
  ): Promise<boolean>;
  find(digest: SecretDigest): Promise<PublishToken | null>;
  end(digest: SecretDigest): Promise<void>;
}

export interface IssuedPublishToken {
  /** Shown this once. */
  readonly token: string;
  /** Of the account, its slug. */
  readonly account: string;
  readonly expiresAt: number;
}

export interface PublishJobs {
  /** What an identity token must be for. */
  readonly audience: string;
  /**
   * A token for the job that an identity token proves. Fails with `auth.invalid_token`, `account.ambiguous`, `publish.not_allowed`,
   * `account.suspended` and `server.not_ready`.
   *
   * @param account A slug, where several accounts are connected to the workflow.
   */
  exchange(identity: string, account?: string): Promise<Result<IssuedPublishToken, Failure>>;
  end(digest: SecretDigest): Promise<void>;
  /** Whether the files of a version are those of the commit that the job is for. */
  compare(
    job: Pick<PublishToken, "account" | "connection" | "commit">,
    name: SkillName,
    files: readonly VersionFile[],
  ): Promise<"matches" | "differs" | "unknown">;
}
