import { createHash } from "node:crypto";

export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** Names an object by its bytes, part by part: SHA-1 over its type, its size and its bytes. */
export function hashObject(
  type: ObjectType,
  size: number,
): { update(part: Uint8Array): void; digest(): string } {
  const hash = createHash("sha1").update(`${type} ${size}\0`);
  return {
    update: (part) => void hash.update(part),
    digest: () => hash.digest("hex"),
  };
}

/** 20 bytes as 40 hex digits. */
export function hexOf(bytes: Uint8Array): string {
  return bytes.toHex();
}
