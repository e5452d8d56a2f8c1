import type { RepoPath } from "../../../contracts/addresses.ts";
import type { CatalogView, FolderRow, SkillRow } from "../../../contracts/catalog_view.ts";

const ROOT = "" as RepoPath;

/** All that a catalog says, to be compared whole. Rejects with `CatalogGone`. */
export async function everythingOf(view: CatalogView) {
  const { commit, partial, licence, counts, rootSkill } = view;
  const skills = await Array.fromAsync(view.skills.each("any", ROOT));
  return {
    ...{ commit, partial, licence, counts, rootSkill },
    skills,
    names: await Promise.all(skills.map(({ name }: SkillRow) => view.named(name))),
    manifests: await Array.fromAsync(view.manifests.each("any", ROOT)),
    files: await Array.fromAsync(view.files.each("any", ROOT)),
    describedOnly: await Array.fromAsync(view.describedOnly.each("any", ROOT)),
    diagnostics: await Array.fromAsync(view.problems.each()),
    directories: await directoriesOf(view),
  };
}

/** Every directory that holds something, and what is directly in it. */
async function directoriesOf(view: CatalogView) {
  const found: { readonly folder: FolderRow | null; readonly children: readonly unknown[] }[] = [];
  const open = [ROOT];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const folder = await view.folders.at(path);
    const browsed = await view.browsed("any", path, 0, Infinity);
    const resources = await view.resources(path, 0, Infinity);
    found.push({ folder, children: [...browsed.rows, ...resources.rows] });
    open.push(...resources.rows.filter(({ kind }) => kind === "directory").map((child) => child.path));
  }
  return found;
}
