import type { CommitHash } from "../../contracts/addresses.ts";
import type { Catalog, TreeListing } from "../../contracts/domain.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import type { SearchIndex } from "../../contracts/search_index.ts";
import {
  type ContentStore,
  type Remembered,
  repositoryRoot,
  type SnapshotContents,
  type SnapshotStore,
} from "../../contracts/snapshots.ts";
import { finishCatalog, readRepository, type SearchableFile } from "../format/mod.ts";
import { createCommitBytes, type Report } from "./_commit_bytes.ts";
import { createFactsFinder } from "./_facts.ts";
import { hostFailure, IndexingFailure } from "./_failure.ts";
import type { HeldLease } from "./_lease.ts";
import { searchEntry } from "./_search_entry.ts";
import { storeServed } from "./_store_served.ts";
import type { Turn } from "./_turns.ts";

export interface SnapshotSources {
  readonly host: GitHost;
  readonly snapshots: SnapshotStore;
  readonly contents: ContentStore;
  readonly search: SearchIndex;
  readonly limits: ReadingLimits;
  readonly report: Report;
}

const NOTHING: Remembered = { facts: new Map(), digests: new Map() };

/** What is left to publish, and how many blobs came from the host for it. */
export interface MadeSnapshot {
  readonly contents: SnapshotContents;
  readonly fetched: number;
}

/**
 * Reads one commit and stores the bytes that its snapshot refers to. Throws `IndexingFailure`, or the
 * reason of `signal` once it aborts.
 */
export async function makeSnapshot(
  sources: SnapshotSources,
  lease: HeldLease,
  signal: AbortSignal,
  turn: Turn,
): Promise<MadeSnapshot> {
  const { contents, host, snapshots, search, limits, report } = sources;
  const { task } = lease.work;
  const bytes = createCommitBytes(contents, host, task, signal, turn, report);

  async function read(
    tree: TreeListing,
    remembered: Remembered,
  ): Promise<Remembered & { readonly catalog: Catalog; readonly searchable: readonly SearchableFile[] }> {
    const finder = createFactsFinder(remembered.facts, bytes, limits, turn);
    const steps = readRepository({
      commit: task.key.commit,
      repositoryName: task.repository.name,
      tree,
      limits,
      serving: task.key.serving,
      sourceUrl: (path) => host.rawUrl(task.repository, task.key.commit, path),
    });
    let step = steps.next(new Map());
    while (!step.done) {
      const facts = await finder.find(step.value);
      await turn();
      step = steps.next(facts);
    }
    const { draft, documents, searchable, untold } = step.value;
    const files = draft.files.filter((file) => file.stored);
    const blobs = files.flatMap(({ path }) => finder.asked.get(path) ?? []);
    const served = { blobs, documents };
    const root = repositoryRoot(task.repository.host, task.repository.id);
    const digests = await storeServed(contents, root, served, remembered.digests, bytes, turn);
    return {
      catalog: finishCatalog(draft, digests),
      searchable,
      facts: finder.remembered(untold),
      digests,
    };
  }

  report({ stage: "listing", done: 0, total: 0 });
  const newest = await snapshots.newest(task.key);
  const tree = await treeOf(sources, lease, newest?.commit ?? null, signal);
  const { searchable, ...made } = await read(tree, newest ?? NOTHING);
  await turn();
  const entries = searchable.map((file, done) => {
    return searchEntry(file, bytes, () => report({ stage: "reading", done, total: searchable.length }));
  });
  const index = await search.build(entries, newest?.search ?? null);
  return { contents: { ...made, search: index }, fetched: bytes.fetched };
}

async function treeOf(
  { host, snapshots, limits }: SnapshotSources,
  lease: HeldLease,
  newest: CommitHash | null,
  signal: AbortSignal,
): Promise<TreeListing> {
  const { key, repository } = lease.work.task;
  const kept = await snapshots.readTree(key);
  if (kept !== null) return checked(kept, limits.treeEntries);
  const known = newest === null ? null : await snapshots.readTree({ ...key, commit: newest });
  const reply = await host.tree(repository, key.commit, limits.treeEntries, known, signal);
  signal.throwIfAborted();
  if (!reply.ok) throw hostFailure(reply.error);
  const tree = checked(reply.value, limits.treeEntries);
  await snapshots.writeTree(lease.work, tree);
  return tree;
}

/** A manifest may hide among the entries that are missing, so such a commit is never read. */
function checked(tree: TreeListing, maxEntries: number): TreeListing {
  const { entries, truncated } = tree;
  // A host that was stopped by the limit has listed as many entries as it may.
  if (entries.length > maxEntries || (truncated && entries.length === maxEntries)) {
    throw new IndexingFailure("tree_too_large");
  }
  if (truncated) throw new IndexingFailure("tree_truncated");
  return tree;
}
