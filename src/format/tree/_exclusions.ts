import type { Directory, RepositoryTree } from "./repository_tree.ts";
import { OWN_DIRECTORY } from "./scope.ts";

/** What manifests exclude: whole segments, matched against the tree, which is all there is to close. */
export interface Exclusions {
  /** Excludes what `written`, relative to `directory`, names there; false when that is nothing. */
  add(directory: Directory, written: string): boolean;
  /** Whether an entry of a directory is excluded by name; what lies in an excluded directory is not asked for. */
  has(directory: Directory, name: string): boolean;
  /** Whether a directory is excluded itself. */
  hasDirectory(directory: Directory): boolean;
}

export function createExclusions(tree: RepositoryTree): Exclusions {
  const links = new Set(tree.links.map(({ path }) => `${path}`));
  const whole = new Set<Directory>();
  const names = new Map<Directory, Set<string>>();
  const has = (directory: Directory, name: string) => names.get(directory)?.has(name) ?? false;
  return {
    add(directory, written) {
      if (written === OWN_DIRECTORY) {
        whole.add(directory);
        return true;
      }
      const above = written.split("/");
      const name = above.pop() ?? "";
      let parent: Directory | undefined = directory;
      for (const segment of above) parent = parent?.children.get(segment);
      if (parent === undefined) return false;
      const known = names.get(parent);
      if (known === undefined) names.set(parent, new Set([name]));
      else known.add(name);
      const path = parent.path === "" ? name : `${parent.path}/${name}`;
      return parent.children.has(name) || tree.files.has(path) || links.has(path);
    },
    has,
    hasDirectory: (directory) =>
      whole.has(directory) || (directory.parent !== null && has(directory.parent, directory.name)),
  };
}
