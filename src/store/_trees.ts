import type { SnapshotStore } from "../../contracts/ports.ts";
import { PART_MANIFEST } from "../../contracts/records.ts";
import { commit, type KvDeps, readRow } from "./_kv.ts";
import type { PartStore } from "./_parts.ts";
import { decodeTree, encodeTree } from "./_snapshot_document.ts";
import type { SnapshotRows } from "./_snapshot_rows.ts";
import { repositoryKey, treeKey } from "./keys.ts";

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
      log("error", "store.broken", { part: "tree", chunks: row.value.chunks, readable: bytes !== null });
      const dropped = await commit(deps, () => kv.atomic().check(row).delete(row.key));
      if (dropped) await parts.discard(root, [row.value]);
      return null;
    },

    async writeTree(work, tree) {
      const { key } = work.task;
      const root = repositoryKey(key.host, key.repository);
      const before = await readRow(kv, treeKey(key), PART_MANIFEST);
      const manifest = await parts.write(root, `${work.lease.fence}.${newId()}`, await encodeTree(tree));
      const held = await rows.replaceHeld(work, (record) => record, (operation) => {
        operation.set(before.key, manifest);
      });
      if (held === null) await parts.discard(root, [manifest]);
      else if (before.value !== null) await parts.discard(root, [before.value]);
    },
  };
}
