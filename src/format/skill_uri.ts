import type { Address, RepoPath } from "../../contracts/addresses.ts";
import { escapePath, escapeSegment } from "./_url_path.ts";

/**
 * The URI of a served file or directory, `skill://<host>/<owner>/<repo>/<path>`: it names the file, the
 * address names the commit. A skill at the repository root lends its name to every URI of the
 * repository as a directory, because an extension's skill directory is named after its skill.
 */
export function skillUri(
  { host, owner, repo }: Pick<Address, "host" | "owner" | "repo">,
  rootSkillName: string | null,
  path: RepoPath,
): string {
  const root = rootSkillName === null ? "" : `/${escapeSegment(rootSkillName)}`;
  const below = path === "" ? "" : `/${escapePath(path)}`;
  return `skill://${escapeSegment(host)}/${escapePath(owner)}/${escapeSegment(repo)}${root}${below}`;
}
