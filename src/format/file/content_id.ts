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

/** Names a content of one of several sources that are read as one. */
export function memberContentId(member: string, id: ContentId): ContentId {
  return proved(`${member}/${id}`);
}

/** The member and what it calls the content; null: it is of no member. */
export function memberContent(id: ContentId): { readonly member: string; readonly id: ContentId } | null {
  const end = id.indexOf("/");
  return end === -1 ? null : { member: id.slice(0, end), id: proved(id.slice(end + 1)) };
}

function proved(text: string): ContentId {
  return text as ContentId;
}
