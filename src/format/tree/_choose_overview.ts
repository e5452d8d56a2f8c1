import { comparePaths } from "../address/repo_path.ts";
import type { TreeFile } from "./repository_tree.ts";

/** The README among the files of one directory: plainest spelling first, no language suffixes. */
export function chooseOverview(files: readonly TreeFile[]): TreeFile | null {
  const readmes = files.filter(({ name }) => /^readme\.(?:md|markdown|mdx)$/i.test(name));
  const [best = null] = readmes.sort((one, other) =>
    rank(one.name) - rank(other.name) || comparePaths(one.name, other.name)
  );
  return best;
}

function rank(name: string): number {
  if (name === "README.md") return 0;
  if (name === "readme.md") return 1;
  return ["md", "markdown", "mdx"].indexOf(name.slice("readme.".length).toLowerCase()) + 2;
}
