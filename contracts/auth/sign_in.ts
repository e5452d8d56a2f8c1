/** Signing in at a git host: who somebody is there, and the token that asks there on their behalf. */
import type { HostKey } from "../addresses.ts";
import type { HostCredential, RepositoryId } from "../git_host.ts";
import type { Result } from "../result.ts";

/** A person as a host knows them. */
export interface HostPerson {
  readonly host: HostKey;
  /** The host's immutable id. */
  readonly id: string;
  /** What they are called there now. */
  readonly login: string;
}

/** What a host gives to ask on somebody's behalf. Secrets: sealed before they are stored, never logged. */
export interface HostTokens {
  readonly access: string;
  /** Works once; null where the access token has no successor. */
  readonly refresh: string | null;
  /** Milliseconds since the epoch; null: it does not run out. */
  readonly expiresAt: number | null;
}

/** `refused`: the host says no, and will again. `unavailable`: it may say something else later. */
export type SignInFailure = "refused" | "unavailable";

/** What a sign-in that began must find again when the browser comes back. */
export interface BegunSignIn {
  readonly state: string;
  /** PKCE verifier (RFC 7636). */
  readonly verifier: string;
  /** The callback of this server, as the host was given it. */
  readonly redirectUri: string;
}

/** Whose a name of people and organisations is at a host. `theirs`: of who asks, or of an organisation that they own. */
export type NameOwner = "nobody" | "theirs" | "others";

/** Who asks a host whose a name is, with what asks there for them. */
export interface NameAsker extends Pick<HostPerson, "id" | "login"> {
  readonly token: string;
}

/** A git host where people sign in. Never follows a redirect, and believes nothing without a token of its own. */
export interface SignInHost {
  readonly key: HostKey;
  /** Where the browser goes. */
  begin(begun: BegunSignIn): Promise<URL>;
  /** `callback` is the query that the browser came back with. */
  finish(
    callback: URLSearchParams,
    begun: BegunSignIn,
  ): Promise<Result<{ readonly person: HostPerson; readonly tokens: HostTokens }, SignInFailure>>;
  renew(refreshToken: string): Promise<Result<HostTokens, SignInFailure>>;
  /** Null: as anybody asks. */
  ownerOf(name: string, asker: NameAsker | null): Promise<Result<NameOwner, "unavailable">>;
  /** Whether who shows the credential may push to the repository of that name and, where the host numbers repositories, that number. */
  mayWrite(
    repository: { readonly owner: string; readonly name: string; readonly id: RepositoryId },
    credential: HostCredential,
  ): Promise<Result<boolean, "unavailable">>;
  /** The numbers of a repository and its owner. Null: there is none for who asks; `credential` null: as everybody. */
  numbersOf(
    repository: { readonly owner: string; readonly name: string },
    credential: HostCredential | null,
  ): Promise<Result<{ readonly repositoryId: string; readonly ownerId: string } | null, "unavailable">>;
  isMember(tokens: HostTokens, organisation: string): Promise<Result<boolean, SignInFailure>>;
}
