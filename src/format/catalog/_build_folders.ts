import type { RepoPath } from "../../../contracts/addresses.ts";
import type { Folder, FolderEntry, Manifest } from "../../../contracts/domain.ts";
import { comparePaths } from "../address/repo_path.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import { isDiscoverable } from "../tree/discoverable.ts";
import type { Directory } from "../tree/repository_tree.ts";
import type { Admission } from "../tree/served_files.ts";
import type { Survey } from "../tree/survey.ts";
import type { SkillDraft } from "./finish_catalog.ts";

/** A folder that is still being put together. */
interface Draft {
  manifest: number | null;
  skill: number | null;
  overview: number | null;
  readonly counts: { skills: number; documents: number };
  /** Each with the path it is sorted by. */
  readonly entries: { readonly path: RepoPath; readonly entry: FolderEntry }[];
}

/**
 * Makes the exposed directories into folders, in path order; the root is always one, also when it is
 * closed and looks empty. The catalog's files are in the order of `admissions`.
 */
export function* buildFolders(
  { tree, exposed, overviews, found }: Survey,
  admissions: readonly Admission[],
  skills: readonly SkillDraft[],
  manifests: readonly Manifest[],
): Step<readonly Folder[]> {
  const pause = createPause();
  const drafts = new Map<Directory, Draft>();
  for (const directory of tree.directories) {
    if (directory === tree.root || exposed.has(directory)) drafts.set(directory, emptyDraft());
  }
  for (const [index, skill] of skills.entries()) {
    const file = found.skills[index]?.file;
    const draft = file && drafts.get(file.directory);
    if (draft === undefined) continue;
    draft.skill = index;
    if (skill.unlisted === null) draft.counts.skills++;
    draft.entries.push({ path: skill.path, entry: { kind: "skill", skill: index } });
  }
  const manifestAt = new Map(manifests.map(({ path }, index) => [path, index]));
  for (const [index, admission] of admissions.entries()) {
    if (pause()) yield NOTHING;
    const { file, kind } = admission;
    const draft = drafts.get(file.directory);
    if (draft === undefined) continue;
    const owner = found.ownerOf(file.directory)?.index ?? null;
    const isListed = owner === null || skills[owner]?.unlisted === null;
    if (overviews.get(file.directory) === file) draft.overview = index;
    if (kind === "manifest") draft.manifest = manifestAt.get(file.path) ?? null;
    if (kind === "document" && isListed) draft.counts.documents++;
    if (kind === "manifest" || (kind !== "skill" && isDiscoverable(admission, found))) {
      draft.entries.push({ path: file.path, entry: { kind: "file", file: index } });
    }
  }
  yield* addToParents(drafts);

  const folders: Folder[] = [];
  for (const [{ path }, { entries, ...folder }] of drafts) {
    if (pause(1 + entries.length)) yield NOTHING;
    entries.sort((one, other) => comparePaths(one.path, other.path));
    folders.push({ path, ...folder, entries: entries.map(({ entry }) => entry) });
  }
  return folders;
}

/** From the deepest up: when a folder is reached, everything below has been added to it. */
function* addToParents(drafts: ReadonlyMap<Directory, Draft>): Step<void> {
  const pause = createPause();
  for (const [{ path, parent }, { skill, counts }] of [...drafts].reverse()) {
    if (pause()) yield NOTHING;
    const above = parent === null ? undefined : drafts.get(parent);
    if (above === undefined) continue;
    above.counts.skills += counts.skills;
    above.counts.documents += counts.documents;
    above.entries.push({ path, entry: skill === null ? { kind: "folder", path } : { kind: "skill", skill } });
  }
}

function emptyDraft(): Draft {
  return { manifest: null, skill: null, overview: null, counts: { skills: 0, documents: 0 }, entries: [] };
}
