import type { CatalogView } from "../../../contracts/catalog_view.ts";
import type { Catalog, ContentId, FileFacts, TreeEntry, TreeListing } from "../../../contracts/domain.ts";
import type { Remembered } from "../../../contracts/snapshots.ts";
import { ROOT_PATH } from "../../format/mod.ts";
import { decodeDocument, encodeDocument } from "../parts/document.ts";

// Shapes are not validated field by field: the bytes are this program's own, proved by checksum and
// version. Raise a version whenever its shape changes; what is stored is then made anew.
const FACTS = "facts 2";
const TREE = "tree 2";

/** What a snapshot of this catalog reads from the contents of its repository. */
export function contentIdsOf({ files, skills }: Catalog): ContentId[] {
  const stored = files.filter((file) => file.stored);
  const documents = skills.flatMap(({ document }) => document ?? []);
  return [...stored, ...documents].map(({ content }) => content);
}

/** The same of a stored catalog, few rows in memory at a time. Rejects with `CatalogGone`. */
export async function* storedContentIdsOf({ files, skills }: CatalogView): AsyncGenerator<ContentId> {
  for await (const { content, stored } of files.each("any", ROOT_PATH)) if (stored) yield content;
  for await (const { document } of skills.each("any", ROOT_PATH)) {
    if (document !== null) yield document.content;
  }
}

export function encodeRemembered({ facts, digests }: Remembered): Promise<Uint8Array> {
  return encodeDocument(FACTS, { facts: [...facts], digests: [...digests] });
}

export async function decodeRemembered(bytes: Uint8Array): Promise<Remembered | null> {
  const document = await decodeDocument(FACTS, bytes) as
    | { facts: [string, FileFacts][]; digests: [ContentId, string][] }
    | null;
  return document && { facts: new Map(document.facts), digests: new Map(document.digests) };
}

/** An entry without its field names, of which a tree would repeat up to 100,000. */
type EntryRow = readonly [
  path: TreeEntry["path"],
  mode: TreeEntry["mode"],
  hash: TreeEntry["hash"],
  size: TreeEntry["size"],
  least?: true,
];

export function encodeTree({ entries, truncated }: TreeListing): Promise<Uint8Array> {
  const rows = entries.map(({ path, mode, hash, size, least }): EntryRow =>
    least ? [path, mode, hash, size, least] : [path, mode, hash, size]
  );
  return encodeDocument(TREE, { truncated, entries: rows });
}

export async function decodeTree(bytes: Uint8Array): Promise<TreeListing | null> {
  const document = await decodeDocument(TREE, bytes) as
    | { truncated: boolean; entries: readonly EntryRow[] }
    | null;
  if (document === null) return null;
  const entries = document.entries.map(([path, mode, hash, size, least]): TreeEntry =>
    least ? { path, mode, hash, size, least } : { path, mode, hash, size }
  );
  return { entries, truncated: document.truncated };
}
