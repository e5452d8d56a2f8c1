import type { RepositoryKey } from "../../../contracts/housekeeping.ts";
import { PART_MANIFEST, STORED_RESOLUTION } from "../../../contracts/records.ts";
import { repositoryRoot } from "../../../contracts/snapshots.ts";
import { commit } from "../kv.ts";
import { measureRoot } from "./_measure.ts";
import { markSnapshots } from "./_mark_snapshots.ts";
import { sweepContents, type SweepDeps } from "./_sweep_contents.ts";
import { removeTree } from "../snapshots/trees.ts";
import { commitIn, publicationsKey, removalsKey, repositoryKey, rowsKey, snapshotIn } from "../keys.ts";

const BATCH = { batchSize: 500 };

/**
 * Takes out of a repository what none of its snapshots needs and was not written after `before`, in
 * milliseconds since the epoch. Every deletion is conditioned on what it was decided by, so that it may
 * run while others write, and may be cut off anywhere.
 *
 * @returns The bytes that are left, about.
 */
export async function sweepRepository(deps: SweepDeps, of: RepositoryKey, before: number): Promise<number> {
  const root = repositoryKey(of.host, of.repository);
  await deps.parts.discardOld(root, before);
  await sweepRows(deps, root);
  const contents = repositoryRoot(of.host, of.repository);
  await sweepContents(deps, contents, markSnapshots(deps, root), before);
  await forgetEmpty(deps, root);
  return await measureRoot(deps.kv, root);
}

/** Rows that are about a snapshot which is gone. */
async function sweepRows(deps: SweepDeps, root: Deno.KvKey): Promise<void> {
  const { kv } = deps;
  const list = (kind: Parameters<typeof rowsKey>[1]) =>
    Array.fromAsync(kv.list({ prefix: rowsKey(root, kind) }, BATCH));
  // Snapshots are listed last: whoever writes a row about one has written that before.
  const trees = await list("t");
  const reads = await list("a");
  const resolved = await list("c");
  const named = (await list("f")).map(({ value }) =>
    STORED_RESOLUTION.safeParse(value).data?.resolution.commit
  );
  const snapshots = await list("s");
  const commits = new Set<unknown>(snapshots.map(({ key }) => commitIn(key)));
  const names = new Set(snapshots.map(({ key }) => snapshotIn(key)));
  const mentioned = new Set<unknown>([...commits, ...named]);

  for (const { key, value, versionstamp } of trees) {
    const manifest = commits.has(commitIn(key)) ? undefined : PART_MANIFEST.safeParse(value).data;
    if (manifest !== undefined) await removeTree(deps, root, { key, versionstamp, value: manifest });
  }
  const strays = [
    ...reads.filter(({ key }) => !names.has(snapshotIn(key))),
    ...resolved.filter(({ key }) => !mentioned.has(commitIn(key))),
  ];
  for (const row of strays) await commit(deps, () => kv.atomic().check(row).delete(row.key));
}

/**
 * A root of which nothing else is left leaves no counters behind. Whoever publishes in it and has read that there were none must
 * not take the next none for the same one: a repository has a snapshot's row by then, an account's ledger is moved by `also`.
 */
export async function forgetEmpty(
  { kv, ...deps }: SweepDeps,
  root: Deno.KvKey,
  also: (operation: Deno.AtomicOperation) => void = () => {},
): Promise<void> {
  const counters = await kv.getMany([removalsKey(root), publicationsKey(root)]);
  const kept = counters.filter(({ versionstamp }) => versionstamp !== null);
  const rows = await Array.fromAsync(kv.list({ prefix: root }, { limit: counters.length + 1 }));
  if (kept.length === 0 || rows.length > kept.length) return;
  // Who claims a commit just now knows the counter as it was, and looks again before it publishes.
  await commit({ kv, ...deps }, () => {
    const operation = kv.atomic();
    for (const row of kept) operation.check(row).delete(row.key);
    also(operation);
    return operation;
  });
}
