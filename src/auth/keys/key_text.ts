import { hash } from "node:crypto";
import type { RandomBytes } from "../secrets.ts";

/** What a key says it is for. */
export type KeyPrefix = "ak_live_" | "ck_live_" | "in_" | "pt_" | "sk_live_";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 32;
const CHECK_LENGTH = 6;

/** A new key: its prefix, 32 random characters of base62 and 6 of a checksum, by which a typing error is told from a key. */
export function newKey(prefix: KeyPrefix, randomBytes: RandomBytes): string {
  let secret = "";
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      // Only as many values as the alphabet goes into evenly: no character is likelier than another.
      if (byte < 4 * ALPHABET.length && secret.length < SECRET_LENGTH) {
        secret += ALPHABET[byte % ALPHABET.length];
      }
    }
  }
  return `${prefix}${secret}${checksumOf(prefix + secret)}`;
}

/** Whether a text could be such a key, so that nothing is looked for that cannot be. */
export function isKey(text: string, prefix: KeyPrefix): boolean {
  const length = prefix.length + SECRET_LENGTH;
  return text.startsWith(prefix) && text.length === length + CHECK_LENGTH &&
    text.slice(length) === checksumOf(text.slice(0, length));
}

function checksumOf(text: string): string {
  const digest = hash("sha256", text, "buffer");
  return Array.from(digest.subarray(0, CHECK_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
