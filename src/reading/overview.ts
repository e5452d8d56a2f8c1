import type { HostTable, RepoPath } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { FolderSummary, MountHeading, MountOverview } from "../../contracts/reading.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import { summarizeFolder } from "./_folder.ts";
import { countInvalidSkills } from "./_invalid_skills.ts";
import { urisOf } from "./uris.ts";
import type { Source } from "../../contracts/source.ts";
import { citeMount } from "./snapshot/cite_mount.ts";

/** Folders looked at for an overview; connection instructions hold fewer. */
const FOLDERS = 24;

/** Folders that an overview may look at for those. */
const MOST_LOOKED_AT = 500;

/** What a mount is, for server info: a few look-ups, since it travels with every result. */
export async function heading(source: Source): Promise<MountHeading> {
  return {
    source: source.citation,
    repositoryDescription: source.description,
    folder: await summarizeFolder(source, source.path),
  };
}

/** What a connection is told of an indexed mount. */
export async function overview(source: Source): Promise<MountOverview> {
  const { path } = source;
  const [folder, below, invalidSkills, diagnostics] = await Promise.all([
    summarizeFolder(source, path),
    foldersBelow(source, path),
    countInvalidSkills(source, path),
    diagnosticsOf(source, path, "manifests"),
  ]);
  return {
    source: source.citation,
    repositoryDescription: source.description,
    folder,
    state: {
      kind: "ready",
      partial: source.view.partial,
      counts: folder.counts,
      uriPrefix: `${urisOf(source).of(path)}/`,
      invalidSkills,
      folders: below.folders,
      moreFolders: below.more,
      diagnostics,
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
 * The first folders that hold something discoverable, level by level, the own directories of skills last
 * in each, and whether there are more: so many may hold nothing that not all of them are looked at.
 */
async function foldersBelow(
  source: Source,
  mounted: RepoPath,
): Promise<{ readonly folders: readonly FolderSummary[]; readonly more: boolean }> {
  const found: FolderSummary[] = [];
  let looked = 0;
  for (let level: readonly RepoPath[] = [mounted]; level.length > 0;) {
    const known = new Set(level);
    const next: RepoPath[] = [];
    for await (const children of directoriesOf(source, level)) {
      const fresh = children.filter((path) => !known.has(path));
      next.push(...fresh);
      looked += fresh.length;
      const summaries = await Promise.all(fresh.map((path) => summarizeFolder(source, path)));
      found.push(...summaries.filter(({ counts }) => counts.skills + counts.documents > 0));
      if (found.length > FOLDERS || looked > MOST_LOOKED_AT) {
        return { folders: found.slice(0, FOLDERS), more: true };
      }
    }
    level = next;
  }
  return { folders: found, more: false };
}

/** The folders directly in some directories, and then the directories of skills, a few at a time. */
async function* directoriesOf(
  { view }: Source,
  parents: readonly RepoPath[],
): AsyncGenerator<readonly RepoPath[]> {
  for (const kind of ["folder", "skill"] as const) {
    for (const parent of parents) {
      for (let start = 0, total = 1; start < total; start += FOLDERS) {
        const page = await view.browsed(kind, parent, start, FOLDERS);
        total = page.total;
        yield page.rows.map(({ directory }) => directory);
      }
    }
  }
}
