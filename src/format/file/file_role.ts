import type { RepoPath } from "../../../contracts/addresses.ts";
import type { FileRole } from "../../../contracts/domain.ts";
import { baseName } from "../address/repo_path.ts";
import { licenceFileRank } from "../licence/licence_files.ts";

/** How a file is looked at. Declarations are named exactly; extensions count in any letter case. */
export function roleOf(path: RepoPath): FileRole {
  const name = baseName(path);
  if (name === "SKILL.md") return "skill";
  if (name === "SKILLCDN.md") return "manifest";
  if (licenceFileRank(name) !== null) return "licence";
  if (/\.(?:md|markdown|mdx)$/i.test(name)) return "markdown";
  return /\.json$/i.test(name) ? "json" : "other";
}

/** Whether a file is Markdown or JSON by its name, whatever else it is looked at as. */
export function isMarkdownOrJson(path: RepoPath): boolean {
  return /\.(?:md|markdown|mdx|json)$/i.test(path);
}
