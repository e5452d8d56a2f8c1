import type { RepoPath } from "../../contracts/addresses.ts";
import type { Diagnostic, FolderCounts, Licence } from "../../contracts/domain.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import { oneLine, shorten, shownPath } from "../format/mod.ts";

/** Of a licence in a list of many things. Characters. */
const LONGEST_LABEL = 120;

const PLAIN = /^[\x20-\x7e]*$/;

/** A repository's text as a value of one line, in at most `limit` characters. */
export function value(text: string, limit: number = MCP_LIMITS.headerValue): string {
  // Nearly every value is plain already, and a page holds dozens of them.
  const line = PLAIN.test(text) && !text.includes("  ") ? text.trim() : oneLine(text);
  return shorten(line, limit);
}

/** A directory in words. */
export function directoryName(path: RepoPath): string {
  return path === "" ? "(repository root)" : path;
}

/** A path that is shown but not called with: at most `limit` characters, and never collapsed. */
export function pathLabel(path: RepoPath, limit: number): string {
  return shorten(directoryName(path), limit);
}

/** A licence and where it was found: `MIT (marketing/skills/ad-copy/SKILL.md)`. */
export function licenceText(licence: Licence | null, limit?: number): string {
  return licence === null
    ? "none"
    : value(`${licence.label} (${[licence.path, ...licence.otherPaths ?? []].join(", ")})`, limit);
}

/** The mark of a skill whose licence keeps its content at the source. */
export function describedOnlyMark(licence: Licence | null, limit: number): string {
  return `described only (license: ${value(licence?.label ?? "none", Math.min(limit, LONGEST_LABEL))})`;
}

/** `12 skills, 1 document`; what there is none of is left out. */
export function countText({ skills, documents }: FolderCounts): string {
  if (documents === 0) return plainCount(skills, "skills");
  const text = plainCount(documents, "documents");
  return skills === 0 ? text : `${plainCount(skills, "skills")}, ${text}`;
}

/** `1 skill`, `2 skills`. */
export function plainCount(count: number, plural: string): string {
  return `${count} ${count === 1 ? plural.slice(0, -1) : plural}`;
}

/** A path that hides nothing, as a value of one line. */
export function pathValue(path: string): string {
  return shorten(shownPath(path), MCP_LIMITS.headerValue);
}

export function diagnosticText(diagnostic: Diagnostic): string {
  const { severity, path, line, code, message } = diagnostic;
  const place = path === "" ? "(repository root)" : pathValue(path);
  const at = line === undefined ? place : `${place}:${line}`;
  return `${severity} ${at} (${code}): ${value(message, 300)}`;
}
