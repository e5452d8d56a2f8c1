/** Keys for agents with nobody to sign in: each reads one address as its maker (docs/design/authorization.md "Address keys"). */
import type { Look } from "./look.ts";
import type { SecretDigest } from "./secret_digest.ts";
import type { Audience, PersonId } from "./viewer.ts";

/** What is kept of a key; the key itself is not. */
export interface AddressKey {
  /** Who made it, and as whom it reads; null: the operator. */
  readonly maker: PersonId | null;
  readonly audience: Audience;
  /** The address as people see it, with its leading `/`. */
  readonly address: string;
  /** Of the key, so that its maker knows it again. */
  readonly lastFour: string;
  /** Milliseconds since the epoch, both. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A key among its maker's, named by its digest. */
export interface ListedAddressKey extends AddressKey {
  readonly digest: SecretDigest;
}

export interface AddressKeyStore {
  /** False: its maker has as many as anybody may. */
  save(digest: SecretDigest, key: AddressKey, most: number): Promise<boolean>;
  find(digest: SecretDigest): Promise<AddressKey | null>;
  /** The same, with what calls by the key needed beside it. */
  look(digest: SecretDigest): Promise<{ readonly value: AddressKey | null; readonly look: Look }>;
  /** The newest first. */
  ofMaker(maker: PersonId | null): Promise<readonly ListedAddressKey[]>;
  /** False: the maker has no such key. */
  revoke(maker: PersonId | null, digest: SecretDigest): Promise<boolean>;
}
