import { createHash } from "node:crypto";
import type { BlobHash } from "../../../contracts/addresses.ts";
import { gitBlobHash, parseBlobHash } from "../../format/mod.ts";
import { unlessUnreadable } from "./_unreadable.ts";

/** Larger files are hashed in parts. Bytes. */
const WHOLE_FILE = 4 * 1024 * 1024;

/** git's hash of a file as it is on the disk, through no filter; null when it cannot be read. */
export async function fileHash(path: string, size: number): Promise<BlobHash | null> {
  if (size <= WHOLE_FILE) {
    const bytes = await unlessUnreadable(Deno.readFile(path));
    return bytes === null ? null : gitBlobHash(bytes);
  }
  using file = await unlessUnreadable(Deno.open(path));
  if (file === null) return null;
  const hash = createHash("sha1").update(`blob ${size}\0`);
  const part = new Uint8Array(WHOLE_FILE);
  // A file that grows meanwhile has no end; what was read then has no hash that anything matches.
  for (let left = size; left > 0;) {
    const count = await file.read(part);
    if (count === null) return null;
    hash.update(part.subarray(0, Math.min(count, left)));
    left -= count;
  }
  const parsed = parseBlobHash(hash.digest("hex"));
  return parsed.ok ? parsed.value : null;
}

/** git's hash of a symbolic link; null when it cannot be read. */
export async function linkHash(path: string): Promise<BlobHash | null> {
  const target = await unlessUnreadable(Deno.readLink(path));
  return target === null ? null : gitBlobHash(new TextEncoder().encode(target));
}
