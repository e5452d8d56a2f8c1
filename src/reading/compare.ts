import type { Asker } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Mount } from "../../contracts/mounts.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { answerFrom } from "./answer_from.ts";
import { type ChangedFiles, changedFiles } from "./changed_files.ts";
import { citeMount } from "./snapshot/cite_mount.ts";
import { openSnapshot, type OpenSnapshotDeps, type Snapshot } from "./snapshot/open_snapshot.ts";

export interface CompareDeps {
  readonly open: (address: string, asker: Asker) => Promise<Result<Mount, Failure>>;
  readonly sources: OpenSnapshotDeps;
}

/** What changed between two commits of a repository. */
export interface Comparison extends ChangedFiles {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/**
 * The mounted directory at another ref, the default branch where none is named. It is opened as who asks may: nothing of it is
 * theirs only because this one is. Fails as `open` does, and with `request.invalid`.
 */
export async function openAtRef(
  { open, sources: { hosts } }: CompareDeps,
  mount: Mount,
  ref: string | undefined,
  asker: Asker,
): Promise<Result<Mount, Failure>> {
  if (ref === undefined) {
    const moving = { ...mount, address: { ...mount.address, revision: { kind: "default" } as const } };
    return await open(citeMount(moving, hosts).address, asker);
  }
  // It would begin the path of an address.
  if (ref.includes(":")) return failure({ code: "request.invalid", reason: "no ref has a colon" });
  const { repository, path } = citeMount(mount, hosts);
  return await open(`/${repository}@${escaped(ref)}:${escaped(path)}`, asker);
}

/** Fails as `changedFiles()` does, and with `index.*` until both commits are read, which is not waited for. */
export async function compare(
  { sources }: Pick<CompareDeps, "sources">,
  { before, after }: { readonly before: Mount; readonly after: Mount },
  question: { readonly path?: string | undefined },
  signal: AbortSignal,
): Promise<Result<Comparison, Failure>> {
  const now = await openSnapshot(sources, after, 0, signal);
  const old = await openSnapshot(sources, before, 0, signal);
  if (!now.ok) return now;
  if (!old.ok) return old;
  const found = await answerFrom(
    now.value,
    () => answerFrom(old.value, () => changedFiles(old.value, now.value, question)),
  );
  return found.ok ? success({ before: old.value, after: now.value, ...found.value }) : found;
}

function escaped(text: string): string {
  return text.split("/").map(encodeURIComponent).join("/");
}
