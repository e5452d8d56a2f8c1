import { createHash } from "node:crypto";
import type { VersionDigest } from "../../../contracts/library/versions.ts";

/** Names the files of a version, whatever they came in (docs/design/library.md "Skills and versions"). */
export function versionDigest(
  files: Iterable<{ readonly path: string; readonly sha256: string }>,
): VersionDigest {
  const encoder = new TextEncoder();
  const lines = Array.from(files, ({ path, sha256 }) => ({ path: encoder.encode(path), sha256 }));
  // Byte order, in which characters beyond the basic plane come last, and not the order of UTF-16.
  lines.sort((one, other) => compareBytes(one.path, other.path));
  const hash = createHash("sha256");
  for (const { path, sha256 } of lines) hash.update(path).update(`\0${sha256}\n`);
  return hash.digest("hex") as VersionDigest;
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const end = Math.min(one.byteLength, other.byteLength);
  for (let at = 0; at < end; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.byteLength - other.byteLength;
}
