import type { FolderEntry, ServedFile, Skill } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { BrowseEntry, BrowseResult } from "../../contracts/reading.ts";
import { type Result, success } from "../../contracts/result.ts";
import { directoryArgument, numberArgument } from "./_argument.ts";
import { cursorsOf } from "./cursor.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import { folderAt, summarizeFolder } from "./_folder.ts";
import { itemAt, itemOrNull } from "./catalog_item.ts";
import type { Source } from "../../contracts/source.ts";

export interface BrowseRequest {
  /** A directory; omitted, the mounted one. */
  readonly path?: string | undefined;
  readonly cursor?: string | undefined;
  /** Entries, 1 to 200. */
  readonly limit?: number | undefined;
}

/** One page of a folder's direct entries. Fails with `request.invalid` or `folder.not_found`. */
export function browse(source: Source, request: BrowseRequest): Result<BrowseResult, Failure> {
  const path = directoryArgument(source, request.path);
  if (!path.ok) return path;
  const { max, default: standard } = MCP_LIMITS.browse;
  const limit = numberArgument("limit", request.limit, { min: 1, max, standard });
  if (!limit.ok) return limit;

  const entries = folderAt(source, path.value)?.entries ?? [];
  const cursors = cursorsOf(source, "browse", path.value);
  const start = cursors.read(request.cursor, entries.length - 1);
  if (!start.ok) return start;

  const end = Math.min(start.value + limit.value, entries.length);
  return success({
    source: source.citation,
    partial: source.view.catalog.partial,
    folder: summarizeFolder(source, path.value),
    entries: entries.slice(start.value, end).map((entry) => describe(source, entry)),
    start: start.value,
    total: entries.length,
    limit: request.limit ?? null,
    diagnostics: diagnosticsOf(source, path.value, "all"),
    nextCursor: end < entries.length ? cursors.at(end) : null,
    cursorAt: cursors.at,
  });
}

function describe(source: Source, entry: FolderEntry): BrowseEntry {
  const { skills, files } = source.view.catalog;
  switch (entry.kind) {
    case "folder":
      return { kind: "folder", ...summarizeFolder(source, entry.path) };
    case "skill":
      return describeSkill(source, itemAt(skills, entry.skill));
    case "file":
      return describeFile(source, itemAt(files, entry.file));
  }
}

function describeSkill(source: Source, skill: Skill): BrowseEntry {
  const folder = folderAt(source, skill.directory);
  const listed = skill.unlisted === null ? 1 : 0;
  return {
    kind: "skill",
    path: skill.path,
    browsePath: skill.directory,
    name: skill.name,
    description: skill.description,
    licence: skill.licence,
    serving: skill.serving,
    unlisted: skill.unlisted,
    duplicateOf: skill.duplicateOf,
    overviewPath: itemOrNull(source.view.catalog.files, folder?.overview)?.path ?? null,
    files: skill.files.length,
    nestedSkills: (folder?.counts.skills ?? listed) - listed,
  };
}

function describeFile(source: Source, file: ServedFile): BrowseEntry {
  const { diagnostics } = source.view.catalog;
  return {
    kind: "file",
    path: file.path,
    role: file.kind,
    size: file.size,
    least: file.least ?? false,
    title: file.title,
    summary: file.summary,
    readable: !file.stored ? "too_large" : file.characters === null ? "not_text" : "yes",
    problem: file.kind === "invalid_skill"
      ? diagnostics.find(({ path, severity }) => path === file.path && severity === "error") ?? null
      : null,
  };
}
