import type { TreeEntry } from "../../../contracts/domain.ts";
import { parseBlobHash } from "../../format/mod.ts";
import { broken, tooLarge } from "./_git_failure.ts";
import type { Pace } from "./_pace.ts";
import { readTreeItems } from "./_tree_object.ts";

/** A listing whose sizes are still to be filled in. */
export interface ListedTree {
  readonly entries: readonly Omit<TreeEntry, "size">[];
  readonly truncated: boolean;
}

/** Characters of paths that an entry may take on average; deep trees name the same ones again and again. */
const PATH_CHARACTERS = 256;

/**
 * Every file and link below a tree. Directories count as entries too: a few small trees that name each
 * other stand for more of them than any machine could visit.
 */
export async function listTree(
  readTree: (hash: string) => Promise<Uint8Array>,
  root: string,
  { maxEntries, maxDepth, pace }: {
    readonly maxEntries: number;
    readonly maxDepth: number;
    readonly pace: Pace;
  },
): Promise<ListedTree> {
  const entries: Omit<TreeEntry, "size">[] = [];
  const directories = [{ hash: root, prefix: "", depth: 0 }];
  let visited = 0;
  let characters = 0;
  for (let next = directories.pop(); next !== undefined; next = directories.pop()) {
    const { prefix, depth } = next;
    if (depth > maxDepth) throw tooLarge("nests directories too deep");
    if (++visited > maxEntries) return { entries, truncated: true };
    const bytes = await readTree(next.hash);
    await pace(bytes.length * 8);
    const below: typeof directories = [];
    for (const { name, mode, hash } of readTreeItems(bytes)) {
      const path = prefix + name;
      characters += path.length;
      if (characters > maxEntries * PATH_CHARACTERS) return { entries, truncated: true };
      await pace(0);
      if (mode === "directory") {
        below.push({ hash, prefix: `${path}/`, depth: depth + 1 });
        continue;
      }
      if (entries.length === maxEntries) return { entries, truncated: true };
      const parsed = parseBlobHash(hash);
      if (!parsed.ok) throw broken("holds a damaged tree");
      entries.push({ path, mode, hash: parsed.value });
    }
    directories.push(...below.reverse());
  }
  return { entries, truncated: false };
}
