import type { TreeEntry } from "../../../../contracts/domain.ts";
import { parseBlobHash } from "../../../format/mod.ts";
import { broken, tooLarge } from "../git_failure.ts";
import type { Pace } from "../pace.ts";
import { readTreeItems } from "./_tree_object.ts";

/** A file, a link or a submodule whose size is still to be filled in. */
export type ListedEntry = Omit<TreeEntry, "size" | "least">;

export interface ListedTree {
  readonly entries: readonly ListedEntry[];
  /** Every directory; the root's path is empty, all others end in "/". */
  readonly directories: readonly { readonly path: string; readonly hash: string }[];
  readonly truncated: boolean;
}

/** Characters of paths that an entry may take on average; deep trees name the same ones again and again. */
const PATH_CHARACTERS = 256;

/**
 * Every file and link below a tree; null where a directory is not to be had. Directories count as entries too: a few small trees that name each
 * other stand for more of them than any machine could visit.
 */
export async function listTree(
  readTree: (hash: string) => Promise<Uint8Array | null>,
  root: string,
  { maxEntries, maxDepth, pace }: {
    readonly maxEntries: number;
    readonly maxDepth: number;
    readonly pace: Pace;
  },
): Promise<ListedTree | null> {
  const entries: ListedEntry[] = [];
  const directories: { path: string; hash: string }[] = [];
  const left = [{ hash: root, prefix: "", depth: 0 }];
  let characters = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { prefix, depth } = next;
    if (depth > maxDepth) throw tooLarge("nests directories too deep");
    if (directories.push({ path: prefix, hash: next.hash }) > maxEntries) {
      return { entries, directories, truncated: true };
    }
    const bytes = await readTree(next.hash);
    if (bytes === null) return null;
    await pace(bytes.length * 8);
    const below: typeof left = [];
    for (const { name, mode, hash } of readTreeItems(bytes)) {
      const path = prefix + name;
      characters += path.length;
      if (characters > maxEntries * PATH_CHARACTERS) return { entries, directories, truncated: true };
      await pace(0);
      if (mode === "directory") {
        below.push({ hash, prefix: `${path}/`, depth: depth + 1 });
        continue;
      }
      if (entries.length === maxEntries) return { entries, directories, truncated: true };
      const parsed = parseBlobHash(hash);
      if (!parsed.ok) throw broken("holds a damaged tree");
      entries.push({ path, mode, hash: parsed.value });
    }
    left.push(...below.reverse());
  }
  return { entries, directories, truncated: false };
}
