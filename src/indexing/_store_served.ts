import type { ContentId } from "../../contracts/domain.ts";
import type { ContentStore, Repository } from "../../contracts/ports.ts";
import { assembleContext, contentIdOf, type ContextPlan } from "../format/mod.ts";
import type { CommitBytes, WantedBlob } from "./_commit_bytes.ts";
import { createContentWriter } from "./_content_writer.ts";
import type { Turn } from "./_turns.ts";

/**
 * Stores what the snapshot refers to and is not stored yet: files whose facts were remembered, so that
 * nobody needed their bytes, and contexts. Equal contexts are one content.
 */
export async function storeServed(
  contents: ContentStore,
  repository: Repository,
  served: { readonly blobs: readonly WantedBlob[]; readonly contexts: readonly ContextPlan[] },
  source: CommitBytes,
  turn: Turn,
): Promise<void> {
  const blobs = served.blobs.filter(({ hash }) => !source.has(hash));
  const plans = new Map(served.contexts.map((plan) => [plan.content, plan]));
  // One look for both: the store lists a repository's contents as a whole when many are asked for.
  const ids = [...blobs.map(({ hash }) => contentIdOf(hash)), ...plans.keys()];
  const stored = await contents.stored(repository.host, repository.id, ids);

  for await (const _ of source.fetch(blobs.filter(({ hash }) => !stored.has(contentIdOf(hash)))));
  const writer = createContentWriter(contents, repository);
  for (const plan of plans.values()) {
    if (stored.has(plan.content)) continue;
    await turn();
    await writer.add(plan.content, await assemble(plan, source));
  }
  await writer.flush();
}

async function assemble(plan: ContextPlan, source: CommitBytes): Promise<Uint8Array> {
  const parts = new Map<ContentId, Uint8Array>();
  for (const part of plan.parts) {
    if (typeof part !== "string") parts.set(part.content, await source.read(part.content));
  }
  return assembleContext(plan, (id) => {
    const bytes = parts.get(id);
    if (bytes === undefined) {
      throw new Error(`Cannot assemble context "${plan.content}": no bytes of "${id}"`);
    }
    return bytes;
  });
}
