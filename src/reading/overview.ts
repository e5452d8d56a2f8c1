import type { HostTable, RepoPath } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { FolderSummary, MountHeading, MountOverview } from "../../contracts/reading.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import { folderAt, summarizeFolder } from "./_folder.ts";
import { countInvalidSkills } from "./_invalid_skills.ts";
import { itemAt } from "./catalog_item.ts";
import { urisOf } from "./uris.ts";
import type { Source } from "../../contracts/source.ts";
import { citeMount } from "./snapshot/cite_mount.ts";

/** Folders looked at for an overview; connection instructions hold fewer. */
const FOLDERS = 24;

/** What a mount is, for server info: a few look-ups, since it travels with every result. */
export function heading(source: Source): MountHeading {
  return {
    source: source.citation,
    repositoryDescription: source.description,
    folder: summarizeFolder(source, source.path),
  };
}

/** What a connection is told of an indexed mount. */
export function overview(source: Source): MountOverview {
  const { catalog } = source.view;
  const { path } = source;
  const folder = summarizeFolder(source, path);
  const found = foldersBelow(source, path);
  return {
    source: source.citation,
    repositoryDescription: source.description,
    folder,
    state: {
      kind: "ready",
      partial: catalog.partial,
      counts: folder.counts,
      uriPrefix: `${urisOf(source).of(path)}/`,
      invalidSkills: countInvalidSkills(source, path),
      folders: found.slice(0, FOLDERS),
      moreFolders: found.length > FOLDERS,
      diagnostics: diagnosticsOf(source, path, "manifests"),
    },
  };
}

/** What a connection is told of a mount that `openSnapshot` could not open yet. */
export function overviewWithoutIndex(mount: Mount, hosts: HostTable, why: Failure): MountOverview {
  return {
    source: citeMount(mount, hosts),
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
function foldersBelow(source: Source, mounted: RepoPath): FolderSummary[] {
  const { skills } = source.view.catalog;
  const found: FolderSummary[] = [];
  let level: readonly RepoPath[] = [mounted];
  while (level.length > 0) {
    const folders: RepoPath[] = [];
    const ownDirectories: RepoPath[] = [];
    for (const path of level) {
      for (const entry of folderAt(source, path)?.entries ?? []) {
        if (entry.kind === "folder") folders.push(entry.path);
        if (entry.kind === "skill") ownDirectories.push(itemAt(skills, entry.skill).directory);
      }
    }
    const known = new Set(level);
    level = [...folders, ...ownDirectories].filter((path) => !known.has(path));
    for (const path of level) {
      const summary = summarizeFolder(source, path);
      if (summary.counts.skills + summary.counts.documents > 0) found.push(summary);
      if (found.length > FOLDERS) return found;
    }
  }
  return found;
}
