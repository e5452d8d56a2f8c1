import { createHash } from "node:crypto";

export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** The name of an object: SHA-1 over its type, its size and its bytes. */
export function objectHash(type: ObjectType, bytes: Uint8Array): string {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

/** 20 bytes as 40 hex digits. */
export function hexOf(bytes: Uint8Array): string {
  return bytes.toHex();
}
