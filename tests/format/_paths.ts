import type { RepoPath } from "../../contracts/addresses.ts";
import { parseRepoPath } from "../../src/format/mod.ts";

/** A path that the test knows to be valid. */
export function path(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (!parsed.ok) throw new TypeError(`Cannot use "${text}" as a path: ${parsed.error}`);
  return parsed.value;
}
