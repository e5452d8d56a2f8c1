import type { RepoPath } from "../../contracts/addresses.ts";
import type { Skill } from "../../contracts/domain.ts";
import type { SkillResult } from "../../contracts/reading.ts";
import { call } from "./_call.ts";
import { pathsWithin } from "./_paths.ts";

/** The REST listing's bound holds here too (docs/design/mcp.md "Loading a skill"). */
const MOST_FILES = 200;

/** The supporting files and references that a first page names, each up to `pathBytes` of paths. */
export function skillListing(
  skill: Skill,
  listing: NonNullable<SkillResult["listing"]>,
  pathBytes: number,
): string[] {
  const rest = pathBytes === 0 || skill.directory === ""
    ? "browse_repo lists them"
    : `${call("browse_repo", { path: skill.directory })} lists them`;
  return [
    ...list("Files", listing.files, listing.moreFiles, pathBytes, rest),
    ...list("References", listing.references, 0, pathBytes, "the text links to them"),
  ];
}

/** @param more How many there are behind `paths`. */
function list(
  title: string,
  paths: readonly RepoPath[],
  more: number,
  pathBytes: number,
  rest: string,
): string[] {
  if (paths.length === 0) return [];
  const total = paths.length + more;
  const shown = pathsWithin(paths, pathBytes, MOST_FILES);
  const lines = [`${title}: ${total}`, ...shown.map((path) => `- ${path}`)];
  if (shown.length < total) lines.push(`- ${total - shown.length} more: ${rest}`);
  return lines;
}
