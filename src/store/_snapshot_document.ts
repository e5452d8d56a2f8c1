import type { Catalog, FileFacts, TreeEntry, TreeListing } from "../../contracts/domain.ts";
import type { RememberedFacts } from "../../contracts/ports.ts";
import { decodeDocument, encodeDocument } from "./_document.ts";

// Shapes are not validated field by field: the bytes are this program's own, proved by checksum and
// version. Raise a version whenever its shape changes; what is stored is then made anew.
const CATALOG = "catalog 1";
const FACTS = "facts 1";
const TREE = "tree 1";

export function encodeCatalog(catalog: Catalog): Promise<Uint8Array> {
  return encodeDocument(CATALOG, catalog);
}

export async function decodeCatalog(bytes: Uint8Array): Promise<Catalog | null> {
  return await decodeDocument(CATALOG, bytes) as Catalog | null;
}

export function encodeFacts(facts: RememberedFacts): Promise<Uint8Array> {
  return encodeDocument(FACTS, { facts: [...facts] });
}

export async function decodeFacts(bytes: Uint8Array): Promise<RememberedFacts | null> {
  const document = await decodeDocument(FACTS, bytes) as { facts: [string, FileFacts][] } | null;
  return document && new Map(document.facts);
}

/** An entry without its field names, of which a tree would repeat up to 100,000. */
type EntryRow = readonly [TreeEntry["path"], TreeEntry["mode"], TreeEntry["hash"], TreeEntry["size"]];

export function encodeTree({ entries, truncated }: TreeListing): Promise<Uint8Array> {
  const rows = entries.map(({ path, mode, hash, size }): EntryRow => [path, mode, hash, size]);
  return encodeDocument(TREE, { truncated, entries: rows });
}

export async function decodeTree(bytes: Uint8Array): Promise<TreeListing | null> {
  const document = await decodeDocument(TREE, bytes) as
    | { truncated: boolean; entries: readonly EntryRow[] }
    | null;
  if (document === null) return null;
  const entries = document.entries.map(([path, mode, hash, size]): TreeEntry => ({ path, mode, hash, size }));
  return { entries, truncated: document.truncated };
}
