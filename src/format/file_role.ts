import type { RepoPath } from "../../contracts/addresses.ts";
import type { FileRole } from "../../contracts/domain.ts";
import { licenceFileRank } from "./licence_files.ts";
import { baseName } from "./repo_path.ts";

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
