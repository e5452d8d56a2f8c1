import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { ContentId } from "../../../contracts/domain.ts";
import type { StoredContent } from "../../../contracts/library/skill_store.ts";
import type { VersionDocument } from "../../../contracts/library/versions.ts";
import { accountRoot, type ContentStore } from "../../../contracts/snapshots.ts";
import { contentIdOf, decodeText, uploadHash } from "../../format/mod.ts";
import { createByteCache } from "../byte_cache.ts";

/**
 * The shape of a stored document. It can never be made again, as a snapshot is: who changes the shape gives it another name and
 * keeps reading this one. Not validated field by field: the bytes are this program's own, proved by their checksum.
 */
const SHAPE = "version 1";

/** What a decoded document takes in memory for each byte of its text, about. */
const MEMORY_PER_BYTE = 3;

/** A document as it is stored, named by its bytes. */
export function encodeVersionDocument(document: VersionDocument): StoredContent {
  const bytes = new TextEncoder().encode(`${SHAPE}\n${JSON.stringify(document)}`);
  return { id: contentIdOf(uploadHash(bytes)), bytes };
}

/** Null: it is no document, or of a shape that this program does not know. */
export function decodeVersionDocument(bytes: Uint8Array): VersionDocument | null {
  const text = decodeText(bytes);
  const start = `${SHAPE}\n`;
  return text?.startsWith(start) ? JSON.parse(text.slice(start.length)) : null;
}

/** Everything that a version reads from the contents of its account. */
export function contentIdsOfVersion(document: VersionDocument): ContentId[] {
  const documents = document.catalog.skills.flatMap(({ document }) => document ?? []);
  return [...document.files, ...documents].map(({ content }) => content);
}

/** What reading the files of versions gave, decoded. They never change. */
export function createVersionDocuments(
  deps: { readonly contents: ContentStore; readonly cacheBytes: number },
): { read(account: AccountId, id: ContentId): Promise<VersionDocument | null> } {
  const documents = createByteCache<VersionDocument>(deps.cacheBytes);
  return {
    read(account, id) {
      // JSON delimits itself, so that no two accounts' names read the same.
      return documents.load(JSON.stringify([account, id]), async () => {
        const bytes = await deps.contents.read(accountRoot(account), id);
        const value = bytes && decodeVersionDocument(bytes);
        return value && { value, bytes: bytes.byteLength * MEMORY_PER_BYTE };
      });
    },
  };
}
