import { createHash } from "node:crypto";
import type { BlobHash } from "../../../contracts/addresses.ts";
import type { ContentId } from "../../../contracts/domain.ts";

/** Names the stored bytes of a blob. */
export function contentIdOf(hash: BlobHash): ContentId {
  return proved(hash);
}

/** Names a document by its plan: equal plans over equal files are one content. */
export function documentIdOf(parts: readonly unknown[]): ContentId {
  return proved(`document:${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`);
}

function proved(text: string): ContentId {
  return text as ContentId;
}
