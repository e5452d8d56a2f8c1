import { Buffer } from "node:buffer";
import type { RepoPath } from "../../contracts/addresses.ts";

/** The first paths that take at most `bytes` of UTF-8 together, and at most `most` of them. */
export function pathsWithin(paths: readonly RepoPath[], bytes: number, most = Infinity): readonly RepoPath[] {
  let left = bytes;
  const end = paths.findIndex((path, index) => index >= most || (left -= Buffer.byteLength(path)) < 0);
  return end < 0 ? paths : paths.slice(0, end);
}
