import type { HostTable, RepoPath } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { FolderSummary, MountHeading, MountOverview } from "../../contracts/reading.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import { folderAt, summarizeFolder } from "./_folder.ts";
import { countInvalidSkills } from "./_invalid_skills.ts";
import { itemAt } from "./_item.ts";
import { urisOf } from "./_uris.ts";
import type { Snapshot } from "./snapshot.ts";
import { sourceOf } from "./source.ts";

/** Folders looked at for an overview; connection instructions hold fewer. */
const FOLDERS = 24;

/** What a mount is, for server info: a few look-ups, since it travels with every result. */
export function heading(snapshot: Snapshot): MountHeading {
  return {
    source: snapshot.source,
    repositoryDescription: snapshot.mount.repository.description,
    folder: summarizeFolder(snapshot, snapshot.source.path),
  };
}

/** What a connection is told of an indexed mount. */
export function overview(snapshot: Snapshot): MountOverview {
  const { catalog } = snapshot.view;
  const { path } = snapshot.source;
  const folder = summarizeFolder(snapshot, path);
  const found = foldersBelow(snapshot, path);
  return {
    source: snapshot.source,
    repositoryDescription: snapshot.mount.repository.description,
    folder,
    state: {
      kind: "ready",
      partial: catalog.partial,
      counts: folder.counts,
      uriPrefix: `${urisOf(snapshot).of(path)}/`,
      invalidSkills: countInvalidSkills(snapshot, path),
      folders: found.slice(0, FOLDERS),
      moreFolders: found.length > FOLDERS,
      diagnostics: diagnosticsOf(snapshot, path, "manifests"),
    },
  };
}

/** What a connection is told of a mount that `openSnapshot` could not open yet. */
export function overviewWithoutIndex(mount: Mount, hosts: HostTable, why: Failure): MountOverview {
  return {
    source: sourceOf(mount, hosts),
    repositoryDescription: mount.repository.description,
    folder: null,
    state: why.code === "index.indexing"
      ? { kind: "indexing" }
      : { kind: "failed", reason: why.reason ?? null },
  };
}

/**
 * Folders that hold something discoverable, level by level, the own directories of skills last in
 * each; at most one more than an overview takes.
 */
function foldersBelow(snapshot: Snapshot, mounted: RepoPath): FolderSummary[] {
  const { skills } = snapshot.view.catalog;
  const found: FolderSummary[] = [];
  let level: readonly RepoPath[] = [mounted];
  while (level.length > 0) {
    const folders: RepoPath[] = [];
    const ownDirectories: RepoPath[] = [];
    for (const path of level) {
      for (const entry of folderAt(snapshot, path)?.entries ?? []) {
        if (entry.kind === "folder") folders.push(entry.path);
        if (entry.kind === "skill") ownDirectories.push(itemAt(skills, entry.skill).directory);
      }
    }
    const known = new Set(level);
    level = [...folders, ...ownDirectories].filter((path) => !known.has(path));
    for (const path of level) {
      const summary = summarizeFolder(snapshot, path);
      if (summary.counts.skills + summary.counts.documents > 0) found.push(summary);
      if (found.length > FOLDERS) return found;
    }
  }
  return found;
}
