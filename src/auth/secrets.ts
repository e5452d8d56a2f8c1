/**
 * The secrets that are handed out, told apart by prefix: `ot_` access token, `rt_` refresh token, `oc_`
 * authorization code, `li_` sign-in link. Only their digests are stored.
 */
import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import type { SecretDigest } from "../../contracts/auth/secret_digest.ts";
import type { GrantId } from "../../contracts/auth/viewer.ts";

/** That many unguessable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export type TokenKind = "ot_" | "rt_";

const GRANT_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN_LENGTH = 64;

export function digestOf(secret: string): SecretDigest {
  return hash("sha256", secret, "hex") as SecretDigest;
}

export function newGrantId(randomBytes: RandomBytes): GrantId {
  return grantId(Buffer.from(randomBytes(GRANT_BYTES)));
}

/** A token carries its grant's id, so that both are found in one look. */
export function newToken(kind: TokenKind, grant: GrantId, randomBytes: RandomBytes): string {
  const bytes = Buffer.concat([Buffer.from(grant, "hex"), randomBytes(SECRET_BYTES)]);
  return kind + bytes.toString("base64url");
}

/** The grant that a token says it is of; null: it is no token of that kind. */
export function grantOfToken(token: string, kind: TokenKind): GrantId | null {
  const text = token.slice(kind.length);
  if (!token.startsWith(kind) || text.length !== TOKEN_LENGTH || !/^[A-Za-z0-9_-]+$/.test(text)) return null;
  return grantId(Buffer.from(text, "base64url").subarray(0, GRANT_BYTES));
}

/** A secret that works once. */
export function newSecret(prefix: "oc_" | "li_", randomBytes: RandomBytes): string {
  return prefix + Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
}

function grantId(bytes: Buffer): GrantId {
  return bytes.toString("hex") as GrantId;
}
