/**
 * Keeps a text readable to whoever holds a secret and to nobody who holds the store: AES-256-GCM under a key
 * that HKDF derives from the secret. What is sealed is bound to its purpose and to what it belongs to.
 */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from "node:crypto";

export interface Sealer {
  /** `owner` names what the text belongs to, such as a person at a host; it opens for that alone. */
  seal(text: string, owner: string): string;
  /** Null: sealed under another secret or for another owner, or broken. */
  open(sealed: string, owner: string): string | null;
  /** Whether it was sealed under an older secret, and should be sealed anew. */
  isOld(sealed: string): boolean;
}

export interface SealerDeps {
  /** The first seals, all open. Of at least 32 characters, or random. */
  readonly secrets: readonly [string, ...string[]];
  /** What is sealed; keys of two purposes have nothing in common. */
  readonly purpose: string;
  readonly randomBytes: (count: number) => Uint8Array;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

export function createSealer({ secrets, purpose, randomBytes }: SealerDeps): Sealer {
  const [first, ...older] = secrets;
  const current = keyOf(first, purpose);
  const keys = [current, ...older.map((secret) => keyOf(secret, purpose))];

  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current.bytes, nonce);
      cipher.setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([current.id, nonce, body, cipher.getAuthTag()]).toString("base64url");
    },

    open(sealed, owner) {
      const bytes = Buffer.from(sealed, "base64url");
      const key = keys.find(({ id }) => id.equals(bytes.subarray(0, KEY_ID_BYTES)));
      const start = KEY_ID_BYTES + NONCE_BYTES;
      if (key === undefined || bytes.length < start + TAG_BYTES) return null;
      const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(KEY_ID_BYTES, start));
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(start, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        // The tag does not fit: another owner, or other bytes.
        return null;
      }
    },

    isOld(sealed) {
      const id = Buffer.from(sealed, "base64url").subarray(0, KEY_ID_BYTES);
      return !current.id.equals(id);
    },
  };
}

function keyOf(secret: string, purpose: string): { readonly bytes: Buffer; readonly id: Buffer } {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", `skillmount ${purpose}`, 32));
  return { bytes, id: createHash("sha256").update(bytes).digest().subarray(0, KEY_ID_BYTES) };
}
