import type { RepoPath } from "../../../contracts/addresses.ts";
import { parseRepoPath } from "./repo_path.ts";
import { decodeSegments, escapePath } from "./url_path.ts";

/** The URIs of one tree's files and directories. Each path has one, and only that one reads back. */
export interface SkillUris {
  of(path: RepoPath): string;
  /**
   * The path that a URI names, whichever of its characters are escaped; null when it is none of this
   * tree. Total: every text is a path or null.
   */
  pathOf(uri: string): RepoPath | null;
}

/**
 * `skill://<host>/<owner>/<repo>/<path>`: a URI names the file, the address names the commit. A skill
 * at the root lends its name to every URI as a directory, because an extension's skill directory is named
 * after its skill; a name that cannot be a directory is not lent.
 *
 * @param root The segments that all begin with, such as host, owner and repository.
 */
export function skillUris(root: readonly string[], rootSkillName: string | null): SkillUris {
  const directory = rootSkillName !== null && isSegment(rootSkillName) ? [rootSkillName] : [];
  const base = [...root, ...directory];
  const start = `skill://${escapePath(base.join("/"))}`;
  return {
    of: (path) => path === "" ? start : `${start}/${escapePath(path)}`,
    pathOf(uri) {
      const [, rest] = /^skill:\/\/([^?#]*)$/i.exec(uri) ?? [];
      const segments = rest === undefined ? null : decodeSegments(rest);
      if (segments === null || base.some((segment, index) => segments[index] !== segment)) return null;
      const below = segments.slice(base.length);
      const path = parseRepoPath(below.join("/"));
      // A URI that ends with "/" has an empty last segment, which must not read as the root.
      return path.ok && below[0] !== "" ? path.value : null;
    },
  };
}

function isSegment(name: string): boolean {
  return name !== "" && !name.includes("/") && parseRepoPath(name).ok;
}
