import type { RepoPath } from "../../contracts/addresses.ts";
import type { FileRole } from "../../contracts/domain.ts";
import { baseName } from "./repo_path.ts";

/** How a file is looked at. Declarations are named exactly; extensions count in any letter case. */
export function roleOf(path: RepoPath): FileRole {
  const name = baseName(path);
  if (name === "SKILL.md") return "skill";
  if (name === "SKILLCDN.md") return "manifest";
  if (/\.(?:md|markdown|mdx)$/i.test(name)) return "markdown";
  return /\.json$/i.test(name) ? "json" : "other";
}
