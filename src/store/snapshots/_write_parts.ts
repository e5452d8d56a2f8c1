import type {
  PartManifest,
  SnapshotContents,
  SnapshotParts,
  SnapshotWork,
} from "../../../contracts/snapshots.ts";
import { encodeCatalog } from "../catalog/encode_catalog.ts";
import { repositoryKey } from "../keys.ts";
import type { KvDeps } from "../kv.ts";
import type { PartStore, WrittenPart } from "../parts/part_store.ts";
import { encodeRemembered } from "./snapshot_document.ts";

export type WrittenParts = Readonly<Record<keyof SnapshotParts, WrittenPart>>;

/** Stores the parts of a snapshot, orphans until they are adopted; all or none of them. */
export async function writeParts(
  { parts, newId }: Pick<KvDeps, "newId"> & { readonly parts: PartStore },
  { task: { key }, lease }: SnapshotWork,
  contents: SnapshotContents,
): Promise<WrittenParts> {
  const root = repositoryKey(key.host, key.repository);
  const written: PartManifest[] = [];
  // The fence and a fresh identifier: a late holder cannot touch the chunks of the next one.
  const newPartId = () => `${lease.fence}.${newId()}`;

  function kept(part: WrittenPart): WrittenPart {
    written.push(part.manifest);
    return part;
  }

  async function write(bytes: Uint8Array): Promise<WrittenPart> {
    return kept(await parts.write(root, newPartId(), bytes));
  }

  async function writeCatalog(): Promise<WrittenPart> {
    const { manifest, values } = await encodeCatalog(contents.catalog);
    const id = newPartId();
    return kept({ manifest: { id, ...manifest }, ...await parts.writeValues(root, id, values) });
  }

  try {
    return {
      catalog: await writeCatalog(),
      search: await write(contents.search),
      facts: await write(await encodeRemembered(contents)),
    };
  } catch (error) {
    await parts.discard(root, written);
    throw error;
  }
}
