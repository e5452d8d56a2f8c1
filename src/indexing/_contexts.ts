import type { ContentId } from "../../contracts/domain.ts";
import type { ContentStore, Repository } from "../../contracts/ports.ts";
import { assembleContext, type ContextPlan } from "../format/mod.ts";
import type { CommitBytes } from "./_commit_bytes.ts";
import { createContentWriter } from "./_content_writer.ts";
import type { Turn } from "./_turns.ts";

/** Assembles and stores the contexts that are not stored yet; equal plans are one content. */
export async function storeContexts(
  contents: ContentStore,
  repository: Repository,
  plans: readonly ContextPlan[],
  source: CommitBytes,
  turn: Turn,
): Promise<void> {
  const distinct = new Map(plans.map((plan) => [plan.content, plan]));
  const stored = await contents.stored(repository.host, repository.id, [...distinct.keys()]);
  const writer = createContentWriter(contents, repository);
  for (const plan of distinct.values()) {
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
