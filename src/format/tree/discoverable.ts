import { isHidden, relativeTo } from "../address/repo_path.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import { chooseOverview } from "./_choose_overview.ts";
import { isDocumentPath } from "./_document_path.ts";
import type { FoundSkill, FoundSkills } from "./find_skills.ts";
import type { Include } from "./includes.ts";
import type { Policy } from "./policy.ts";
import type { Directory, RepositoryTree, TreeFile } from "./repository_tree.ts";
import type { Admission, ServedFiles } from "./served_files.ts";

/**
 * Serves documents and the supporting files of skills, in path order. A hidden file of a skill needs to
 * be asked for: by a `documents` entry that names the hidden directory, by the skill's includes, or by a link.
 */
export function* admitDiscoverable(
  tree: RepositoryTree,
  policy: Policy,
  served: ServedFiles,
  found: FoundSkills,
  includes: ReadonlyMap<FoundSkill, readonly Include[]>,
): Step<void> {
  const pause = createPause();
  const included = new Set<TreeFile | null>(
    [...includes.values()].flatMap((kept) => kept.map(({ file }) => file)),
  );
  for (const file of tree.files.values()) {
    if (pause()) yield NOTHING;
    const scope = policy.scopeOf(file.directory);
    if (scope === undefined || !policy.isOpen(file) || file.role === "skill" || file.role === "manifest") {
      continue;
    }
    const owner = found.ownerOf(file.directory);
    if (isDocumentPath(file.path, scope)) served.admit(file, "document");
    else if (
      owner !== null && (included.has(file) || !isHidden(relativeTo(file.path, owner.file.directory.path)))
    ) {
      served.admit(file, "supporting");
    }
  }
}

/** The directories that hold something to discover at any depth, and the root if it is open. */
export function exposedDirectories(
  tree: RepositoryTree,
  policy: Policy,
  served: ServedFiles,
  found: FoundSkills,
): ReadonlySet<Directory> {
  const exposed = new Set<Directory>();
  if (policy.scopeOf(tree.root) !== undefined) exposed.add(tree.root);
  // A skill is discovered also where its licence keeps its files at their source.
  for (const { file } of found.skills) expose(file.directory);
  for (const admission of served.all()) {
    if (isDiscoverable(admission, found)) expose(admission.file.directory);
  }
  return exposed;

  function expose(directory: Directory): void {
    for (let above: Directory | null = directory; above !== null && !exposed.has(above);) {
      exposed.add(above);
      above = above.parent;
    }
  }
}

/** Whether a file is an entry of its folder: everything but what is only readable. */
export function isDiscoverable({ kind, file }: Admission, found: FoundSkills): boolean {
  if (kind === "invalid_skill") return found.ownerOf(file.directory) !== null;
  return kind === "skill" || kind === "document" || kind === "supporting";
}

/** Serves the README of every exposed directory. */
export function* admitOverviews(
  exposed: ReadonlySet<Directory>,
  policy: Policy,
  served: ServedFiles,
): Step<ReadonlyMap<Directory, TreeFile>> {
  const pause = createPause();
  const overviews = new Map<Directory, TreeFile>();
  for (const directory of exposed) {
    if (pause(1 + directory.files.length)) yield NOTHING;
    const file = chooseOverview(directory.files.filter(policy.isOpen));
    if (file !== null && served.admit(file, "overview") !== null) overviews.set(directory, file);
  }
  return overviews;
}
