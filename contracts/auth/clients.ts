/** Apps that ask a person for access (RFC 6749 2, RFC 7591): what is kept of them, and where. */
import type { Brand } from "../brand.ts";
import type { Result } from "../result.ts";

/** `dc_…` of a registered client, or the https URL of a client's own metadata document. */
export type ClientId = Brand<string, "ClientId">;

/** An absolute URI that an answer can be sent to: `https`, `http` to this computer, or an app's own scheme. */
export type RedirectUri = Brand<string, "RedirectUri">;

/** How a client proves itself at the token endpoint; both secret methods work for who has one. */
export type ClientAuthentication = "none" | "client_secret_basic" | "client_secret_post";

/** What a client says of itself, as far as it is used. */
export interface ClientMetadata {
  /** One visible line of at most 60 characters; null where it says none. Its own word, and no proof. */
  readonly name: string | null;
  readonly redirectUris: readonly RedirectUri[];
  readonly authentication: ClientAuthentication;
}

export interface RegisteredClient extends ClientMetadata {
  /** SHA-256 of the secret, 64 hex digits; null for a public client. */
  readonly secretDigest: string | null;
  /** Milliseconds since the epoch. */
  readonly registeredAt: number;
}

/** What was found at the URL that is a client's id. */
export interface ClientDocument {
  /** Null: nothing usable, for `reason`. */
  readonly metadata: ClientMetadata | null;
  readonly reason: string | null;
  /** Milliseconds since the epoch; asked for again from then on. */
  readonly until: number;
}

/**
 * Registrations. One that granted nothing yet is kept for 90 days, and the oldest of them goes where they
 * are too many: refusing new ones instead would let a few strangers close registration for everybody.
 */
export interface ClientStore {
  find(id: ClientId): Promise<RegisteredClient | null>;
  /** Does nothing where the id is registered already. */
  register(id: ClientId, client: RegisteredClient): Promise<void>;
  /** From its first grant on a registration stays. */
  keep(id: ClientId): Promise<void>;
  /** What was registered under the id, or found at it. False: nothing was. */
  remove(id: ClientId): Promise<boolean>;
  document(id: ClientId): Promise<ClientDocument | null>;
  rememberDocument(id: ClientId, document: ClientDocument): Promise<void>;
}

/** A JSON document that a stranger named. The failure is a sentence without anything the host said. */
export type FetchDocument = (url: ClientId) => Promise<Result<FetchedDocument, string>>;

export interface FetchedDocument {
  readonly body: unknown;
  /** What its host says of how long it may be kept, in seconds; null where it says nothing. */
  readonly maxAge: number | null;
}
