import type { Housekeeping, StoredEntry } from "../../contracts/housekeeping.ts";
import type { Invalidations, NameStore } from "../../contracts/mounts.ts";
import type { SnapshotStore } from "../../contracts/snapshots.ts";
import { failureMessage } from "../http/mod.ts";
import type { GarbageCollection } from "../indexing/mod.ts";
import { countText } from "./count_text.ts";
import { sizeText } from "./_size_text.ts";
import { findRepository, type NamedRepository, type RepositoryLookup } from "./_stored_repositories.ts";
import { type CommandResult, done, failed } from "./command_result.ts";

export interface ChangeDeps extends RepositoryLookup {
  readonly housekeeping: Housekeeping;
  readonly snapshots: Pick<SnapshotStore, "retry">;
  readonly invalidations: Pick<Invalidations, "add">;
  readonly names: Pick<NameStore, "remove">;
  readonly garbage: Pick<GarbageCollection, "collect">;
}

/** `admin retry`: failed commits count as never tried. `address` null: those of every repository. */
export async function adminRetry(deps: ChangeDeps, address: string | null): Promise<CommandResult> {
  const { housekeeping, snapshots } = deps;
  const found = address === null ? null : await findRepository(deps, address);
  if (found?.ok === false) return failed(1, failureMessage(found.error));
  let retried = 0;
  for await (const of of found?.value.stored ?? housekeeping.repositories()) {
    const failedOnes = (await housekeeping.holdings(of)).snapshots.filter(hasFailed);
    for (const { key } of failedOnes) if (await snapshots.retry(key)) retried++;
  }
  if (retried === 0) return failed(1, `No commit${address === null ? "" : ` of ${address}`} has failed`);
  return done(`${countText(retried, "commit")} tried again within a minute, by any server on this store`);
}

/** `admin refresh`: every process asks the host again what the repository and its refs are. */
export async function adminRefresh(deps: ChangeDeps, address: string): Promise<CommandResult> {
  const found = await findRepository(deps, address);
  if (!found.ok) return failed(1, failureMessage(found.error));
  const { address: { host }, stored } = found.value;
  const ids = stored.map(({ repository }) => repository);
  await deps.invalidations.add(host, [...ids, nameOf(found.value)], "facts");
  return done("Every server on this store asks its host again from the next call on");
}

/** `admin purge`: nothing is left of what the repository's host gave. */
export async function adminPurge(deps: ChangeDeps, address: string): Promise<CommandResult> {
  const found = await findRepository(deps, address);
  if (!found.ok) return failed(1, failureMessage(found.error));
  const { address: { host }, stored } = found.value;
  const before = await deps.housekeeping.bytes();
  for (const of of stored) await deps.housekeeping.purge(of);
  await deps.names.remove(host, nameOf(found.value));
  // What the processes hold in memory of its refs goes as well.
  await deps.invalidations.add(
    host,
    [...stored.map(({ repository }) => repository), nameOf(found.value)],
    "closed",
  );
  const freed = Math.max(0, before - await deps.housekeeping.bytes());
  return done([
    `Deleted everything stored of ${address}, about ${sizeText(freed)}`,
    "Servers that are running may serve some of it from memory until they are started again",
    "Its place on the operator's lists stays; while it is not blocked, the next call indexes it again",
  ].join("\n"));
}

/** `admin collect`: a round of the collection of garbage, now. */
export async function adminCollect({ garbage }: ChangeDeps): Promise<CommandResult> {
  const collected = await garbage.collect();
  if (collected === null) return failed(1, "Another process is collecting: try again in two minutes");
  const { repositories, removed, evicted, bytes } = collected;
  return done(
    `Went through ${countText(repositories, "repository", "repositories")}: removed ${
      countText(removed, "snapshot")
    } ` +
      `that nobody needs and ${evicted} over the bound; about ${sizeText(bytes)} stored`,
  );
}

function hasFailed({ record }: StoredEntry): boolean {
  return record.state === "failed";
}

function nameOf({ address: { owner, repo } }: NamedRepository): string {
  return `${owner}/${repo}`;
}
