import type { HostFailure } from "../../../../contracts/git_host.ts";
import type { Result } from "../../../../contracts/result.ts";
import { answer } from "../git_failure.ts";
import { type ListedTree, listTree } from "./list_tree.ts";
import { createPace } from "../pace.ts";
import { DEFAULT_GIT_LIMITS } from "../git_limits.ts";

/**
 * The listing of a tree whose directories are all at hand, by hash, so that whoever reads git's own trees
 * gives their names the same meaning. Null where one is missing.
 */
export function listHeldTree(
  directories: ReadonlyMap<string, Uint8Array>,
  root: string,
  maxEntries: number,
): Promise<Result<ListedTree | null, HostFailure>> {
  const readTree = (hash: string) => Promise.resolve(directories.get(hash) ?? null);
  const maxDepth = DEFAULT_GIT_LIMITS.treeDepth;
  return answer(() => listTree(readTree, root, { maxEntries, maxDepth, pace: createPace() }));
}
