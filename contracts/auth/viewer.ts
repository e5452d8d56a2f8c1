/** Who asks (docs/design/authorization.md): a closed list, so that every rule about it names each kind. */
import type { Brand } from "../brand.ts";
import type { Failure } from "../errors.ts";
import type { Look } from "./look.ts";
import type { NetworkId } from "./network_id.ts";
import type { Result } from "../result.ts";
import type { SecretDigest } from "./secret_digest.ts";

export type PersonId = Brand<string, "PersonId">;
export type AccountId = Brand<string, "AccountId">;
/** As whom a git host is asked: a person who signed in there, or the operator of this server. */
export type HostReader = PersonId | "@operator";

/** What a person allowed an app. */
export type GrantId = Brand<string, "GrantId">;

/** What a credential is good for in one spelling, by which two are compared (RFC 8707): an account or an address. */
export type Audience = Brand<string, "Audience">;

/** What a credential allows. */
export type Scope = "registry:read" | "registry:write" | "repo:read";

/** Who asks, as far as that was proved. */
export type Identity =
  | { readonly kind: "nobody" }
  /** Signed in with a browser. */
  | { readonly kind: "person"; readonly person: PersonId; readonly session: SecretDigest }
  /** An agent with nobody to sign in, reading one address as the person who made its key; null: the operator did. */
  | { readonly kind: "address_key"; readonly person: PersonId | null; readonly audience: Audience } & Looked
  | {
    readonly kind: "account_key";
    readonly account: AccountId;
    readonly key: SecretDigest;
    /** Null: the operator. */
    readonly maker: PersonId | null;
    readonly lastFour: string;
    readonly scopes: ReadonlySet<Scope>;
    /** The skills it is confined to, as keys name them; null: to none. */
    readonly skills: ReadonlySet<string> | null;
  } & Looked
  /** Of who asks for the catalog on an account's behalf: it opens nothing of the account. */
  | {
    readonly kind: "catalog_key";
    readonly account: AccountId;
    readonly key: SecretDigest;
    /** Null: the operator. */
    readonly maker: PersonId | null;
    readonly lastFour: string;
  } & Looked
  /** A job of a build system that publishes for an account. */
  | { readonly kind: "publish_token"; readonly account: AccountId; readonly token: SecretDigest }
  /** An app on behalf of a person. */
  | {
    readonly kind: "access_token";
    readonly person: PersonId;
    readonly account: AccountId;
    readonly grant: GrantId;
    readonly audience: Audience;
    readonly scopes: ReadonlySet<Scope>;
  } & Looked;

interface Looked {
  readonly look?: Look;
}

/** Which network a request came over. */
interface Asked {
  /** Whose connection it is. Left out for what nobody asks over a network. */
  readonly client?: () => NetworkId;
}

export type Viewer = Identity & Asked;

/** Somebody whom a session of this browser proves. */
export type PersonAsking = Extract<Viewer, { readonly kind: "person" }>;

/** Somebody whose credentials are no good: told so wherever credentials count, and shown nothing. */
export type Refused = { readonly kind: "refused"; readonly failure: Failure } & Asked;

/** Who asks, or that they did not prove it. */
export type Asker = Viewer | Refused;

/** What a request carries to prove who asks; null: it does not. Secrets, never logged and passed on to nobody. */
export interface Credentials {
  /** The token of an `authorization: Bearer` header. Where there is one, a session does not count. */
  readonly bearer: string | null;
  /** The value of the session cookie. */
  readonly session: string | null;
}

/** Finds out who shows these credentials. Fails with `auth.invalid_token`, or `server.not_ready` while the store is away. */
export type Authenticator = (credentials: Credentials) => Promise<Result<Identity, Failure>>;

/**
 * Which credentials a route honours. A cookie travels by itself with whatever a page sends, so that it opens pages, reads
 * and forms that carry their own token, and nothing else.
 */
export type Honoured = "bearer" | "bearer or session";

/** Who asks, by what the route honours; found out once a request. */
export type Identify = (honoured: Honoured) => Promise<Asker>;
