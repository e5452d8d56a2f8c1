import type { PartManifest, SnapshotStore } from "../../../contracts/snapshots.ts";
import { PART_MANIFEST } from "../../../contracts/records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow, type Row } from "../kv.ts";
import type { PartStore } from "../parts/part_store.ts";
import { decodeTree, encodeTree } from "./snapshot_document.ts";
import { holds, type SnapshotRows } from "./snapshot_rows.ts";
import { repositoryKey, treeKey } from "../keys.ts";

/** Tree listings, one a commit, shared by its snapshots under all reading rules. */
export function createTreeStore(
  deps: KvDeps & { readonly parts: PartStore },
  rows: SnapshotRows,
): Pick<SnapshotStore, "readTree" | "writeTree"> {
  const { kv, newId, log, parts } = deps;

  return {
    async readTree(key) {
      const root = repositoryKey(key.host, key.repository);
      const row = await readRow(kv, treeKey(key), PART_MANIFEST);
      if (row.value === null) return null;
      const bytes = await parts.read(root, row.value);
      const tree = bytes && await decodeTree(bytes);
      if (tree !== null) return tree;
      const readable = bytes !== null;
      if (await removeTree(deps, root, { ...row, value: row.value })) {
        log("error", "store.broken", { part: "tree", chunks: row.value.chunks, readable });
      }
      return null;
    },

    async writeTree(work, tree) {
      const { key, repository } = work.task;
      const root = repositoryKey(key.host, key.repository);
      const part = await parts.write(root, `${work.lease.fence}.${newId()}`, await encodeTree(tree));
      await compareAndSet(`store the tree of commit "${key.commit}"`, async () => {
        const before = await readRow(kv, treeKey(key), PART_MANIFEST);
        const row = await rows.read(key);
        const isHeld = row.value !== null && holds(work, row.value.record);
        // A tree that cannot be kept is fetched again by whoever needs it.
        if (row.value === null || !isHeld || !await parts.areAdoptable([part])) {
          return await parts.discard(root, [part.manifest]);
        }
        const written = await rows.replace(key, row, repository, row.value.record, (operation) => {
          operation.check(before).set(before.key, part.manifest);
          parts.adopt(operation, part);
          if (before.value !== null) parts.abandon(operation, root, before.value);
        });
        if (!written) return CHANGED;
        await parts.discard(root, before.value === null ? [] : [before.value]);
      });
    },
  };
}

/** False: it was written anew. */
export async function removeTree(
  deps: KvDeps & { readonly parts: PartStore },
  root: Deno.KvKey,
  row: Row<PartManifest> & { readonly value: PartManifest },
): Promise<boolean> {
  const { kv, parts } = deps;
  const removed = await commit(deps, () => {
    const operation = kv.atomic().check(row).delete(row.key);
    parts.abandon(operation, root, row.value);
    return operation;
  });
  if (removed) await parts.discard(root, [row.value]);
  return removed;
}
