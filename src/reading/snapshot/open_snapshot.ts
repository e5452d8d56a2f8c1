import type { HostTable, RepoPath } from "../../../contracts/addresses.ts";
import type { CatalogView } from "../../../contracts/catalog_view.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Indexing, IndexState, IndexTask } from "../../../contracts/indexing.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { SnapshotReader } from "../../../contracts/snapshots.ts";
import type { CommitCitation, Source } from "../../../contracts/source.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { ROOT_PATH } from "../../format/mod.ts";
import { answerFrom } from "../answer_from.ts";
import { indexFailureReason } from "./_index_failure_reason.ts";
import { citeMount } from "./cite_mount.ts";

/** An indexed commit as one mount sees it. */
export interface Snapshot extends Source {
  readonly mount: Mount;
  readonly citation: CommitCitation;
}

export interface OpenSnapshotDeps {
  readonly indexing: Indexing;
  readonly reader: SnapshotReader;
  readonly clock: Pick<Clock, "now">;
  /** For the canonical addresses that results name. */
  readonly hosts: HostTable;
}

const INDEXING_RETRY_SECONDS = 5;
const BUSY_RETRY_SECONDS = 60;

/** Waiting does not help, but what helps is said in the reason. */
const COMPLETE = "Complete the repository, then repeat the request";

/**
 * The mount's snapshot, waiting at most `waitMs` for an unseen commit. Fails with `index.indexing`,
 * `index.failed`, `rate.limited` where its viewer starts too much, or `mount.path_not_found` where the commit has no such directory.
 */
export async function openSnapshot(
  deps: OpenSnapshotDeps,
  mount: Mount,
  waitMs: number,
  signal?: AbortSignal,
): Promise<Result<Snapshot, Failure>> {
  const { path } = mount.address;
  const held = deps.reader.heldCatalog(mount.snapshot);
  const view = held === null ? await indexedView(deps, mount, waitMs, signal) : success(held);
  if (!view.ok) return view;
  const snapshot = snapshotOf(deps, mount, view.value);
  if (path === ROOT_PATH) return success(snapshot);
  return await answerFrom(snapshot, async () => await missing(view.value, path) ?? success(snapshot));
}

function snapshotOf(deps: OpenSnapshotDeps, mount: Mount, view: CatalogView): Snapshot {
  const { reader, hosts } = deps;
  const { snapshot: key, address: { host, owner, repo, path } } = mount;
  return {
    mount,
    citation: citeMount(mount, hosts),
    path,
    description: mount.repository.description,
    binding: [key.host, key.repository, key.commit, key.rules, key.serving],
    uriBase: [host, ...owner.split("/"), repo],
    view,
    search: () => reader.search(key),
    content: (id) => reader.content(key, id),
    text: (id) => reader.text(key, id),
    restore: () => restore(deps, mount),
    webUrl: mount.webUrl,
    rawUrl: mount.rawUrl,
  };
}

/** The catalog out of the store, once the commit is indexed. */
async function indexedView(
  deps: OpenSnapshotDeps,
  mount: Mount,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<Result<CatalogView, Failure>> {
  const { indexing, reader, clock } = deps;
  const stored = await reader.catalog(mount.snapshot);
  if (stored !== null) return success(stored);
  const task = taskOf(mount);
  const state = waitMs > 0 ? await indexing.wait(task, waitMs, signal) : await indexing.request(task);
  if (state.state !== "ready") return failure(notReady(state, clock.now()));
  const indexed = await reader.catalog(mount.snapshot);
  return indexed === null ? failure(await restore(deps, mount)) : success(indexed);
}

/** Has the commit read again; what to answer meanwhile. */
async function restore({ indexing, clock }: OpenSnapshotDeps, mount: Mount): Promise<Failure> {
  indexing.forget(mount.snapshot);
  return notReady(await indexing.request(taskOf(mount)), clock.now());
}

function taskOf({ snapshot, repository, viewer: { client }, permit }: Mount): IndexTask {
  const credential = permit?.credential;
  return {
    key: snapshot,
    repository,
    ...(client !== undefined && { client }),
    ...(credential !== undefined && { credential }),
  };
}

/** Why there is nothing to mount at a path below the root; null where there is. */
async function missing(view: CatalogView, path: RepoPath): Promise<Result<never, Failure> | null> {
  if (await view.folders.at(path) !== null) return null;
  return failure({
    code: "mount.path_not_found",
    path,
    hint: await view.files.at(path) !== null
      ? "The address names a file: connect at the directory that holds it"
      : "Connect at a directory of this commit, or at the repository without a path",
  });
}

function notReady(state: IndexState, now: number): Failure {
  switch (state.state) {
    case "ready":
    case "indexing":
      return {
        code: "index.indexing",
        hint: "Repeat the request in a few seconds: indexing goes on meanwhile",
        retryAfterSeconds: INDEXING_RETRY_SECONDS,
        ...(state.state === "indexing" && state.progress && { progress: state.progress }),
      };
    case "busy":
      return {
        code: "index.indexing",
        reason: "many others wait before it",
        hint: "Repeat the request in a minute: its turn comes",
        retryAfterSeconds: BUSY_RETRY_SECONDS,
      };
    case "refused":
      return {
        code: "rate.limited",
        reason: "this client started as many repositories that were never seen before as it may for now",
        hint: "Repositories that were indexed before can be used meanwhile",
        retryAfterSeconds: state.retryAfterSeconds,
      };
    case "failed":
      return failed(state, now);
  }
}

function failed({ code, retryAt }: IndexState & { readonly state: "failed" }, now: number): Failure {
  const reason = indexFailureReason(code);
  if (code === "objects_missing") return { code: "index.failed", reason, hint: COMPLETE };
  if (retryAt === null) {
    return { code: "index.failed", reason, hint: "It is not tried again by itself: use another commit" };
  }
  return {
    code: "index.failed",
    reason,
    hint: "It is tried again by itself: repeat the request later",
    retryAfterSeconds: Math.max(1, Math.ceil((retryAt - now) / 1000)),
  };
}
