import { createHash } from "node:crypto";
import type { ContentId } from "../../contracts/domain.ts";
import type { ContentRoot, ContentStore, DocumentDigests } from "../../contracts/snapshots.ts";
import { assembleDocument, contentIdOf, type DocumentPlan } from "../format/mod.ts";
import type { CommitBytes, WantedBlob } from "./_commit_bytes.ts";
import { createContentWriter } from "./_content_writer.ts";
import type { Turn } from "./_turns.ts";

/** What a snapshot refers to. */
export interface Served {
  readonly blobs: readonly WantedBlob[];
  readonly documents: readonly DocumentPlan[];
}

/**
 * Stores what the snapshot refers to and is not stored yet: files whose facts were remembered, so that
 * nobody needed their bytes, files that were not to be stored before it was known that they are served,
 * and documents. Equal documents are one content, and one that is stored and whose digest is known is
 * not assembled again. Gives the digest of each.
 */
export async function storeServed(
  contents: ContentStore,
  root: ContentRoot,
  served: Served,
  known: DocumentDigests,
  source: CommitBytes,
  turn: Turn,
): Promise<DocumentDigests> {
  const blobs = served.blobs.filter(({ hash }) => !source.has(hash));
  const plans = new Map(served.documents.map((plan) => [plan.content, plan]));
  // One look for both: the store lists a repository's contents as a whole when many are asked for.
  const ids = [...blobs.map(({ hash }) => contentIdOf(hash)), ...plans.keys()];
  const stored = await contents.stored(root, ids);

  for await (const _ of source.fetch(blobs.filter(({ hash }) => !stored.has(contentIdOf(hash)))));
  const writer = createContentWriter(contents, root);
  const digests = new Map<ContentId, string>();
  for (const plan of plans.values()) {
    const digest = known.get(plan.content);
    if (digest !== undefined && stored.has(plan.content)) {
      digests.set(plan.content, digest);
      continue;
    }
    await turn();
    const bytes = await assemble(plan, source);
    digests.set(plan.content, createHash("sha256").update(bytes).digest("hex"));
    if (!stored.has(plan.content)) await writer.add(plan.content, bytes);
  }
  await writer.flush();
  return digests;
}

async function assemble(plan: DocumentPlan, source: CommitBytes): Promise<Uint8Array> {
  const parts = new Map<ContentId, Uint8Array>();
  for (const part of plan.parts) {
    if (typeof part !== "string") parts.set(part.content, await source.read(part.content));
  }
  return assembleDocument(plan, (id) => {
    const bytes = parts.get(id);
    if (bytes === undefined) {
      throw new Error(`Cannot assemble document "${plan.content}": no bytes of "${id}"`);
    }
    return bytes;
  });
}
