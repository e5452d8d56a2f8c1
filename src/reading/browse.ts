import type { FolderEntry, ServedFile, Skill } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { BrowseEntry, BrowseResult } from "../../contracts/reading.ts";
import { type Result, success } from "../../contracts/result.ts";
import { directoryArgument, numberArgument } from "./_argument.ts";
import { cursorsOf } from "./_cursor.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import { folderAt, summarizeFolder } from "./_folder.ts";
import { itemAt, itemOrNull } from "./_item.ts";
import type { Snapshot } from "./snapshot.ts";

export interface BrowseRequest {
  /** A directory; omitted, the mounted one. */
  readonly path?: string | undefined;
  readonly cursor?: string | undefined;
  /** Entries, 1 to 200. */
  readonly limit?: number | undefined;
}

/** One page of a folder's direct entries. Fails with `request.invalid` or `folder.not_found`. */
export function browse(snapshot: Snapshot, request: BrowseRequest): Result<BrowseResult, Failure> {
  const path = directoryArgument(snapshot, request.path);
  if (!path.ok) return path;
  const { max, default: standard } = MCP_LIMITS.browse;
  const limit = numberArgument("limit", request.limit, { min: 1, max, standard });
  if (!limit.ok) return limit;

  const entries = folderAt(snapshot, path.value)?.entries ?? [];
  const cursors = cursorsOf(snapshot, "browse", path.value);
  const start = cursors.read(request.cursor, entries.length - 1);
  if (!start.ok) return start;

  const end = Math.min(start.value + limit.value, entries.length);
  return success({
    source: snapshot.source,
    partial: snapshot.view.catalog.partial,
    folder: summarizeFolder(snapshot, path.value),
    entries: entries.slice(start.value, end).map((entry) => describe(snapshot, entry)),
    start: start.value,
    total: entries.length,
    limit: request.limit ?? null,
    diagnostics: diagnosticsOf(snapshot, path.value, "all"),
    nextCursor: end < entries.length ? cursors.at(end) : null,
    cursorAt: cursors.at,
  });
}

function describe(snapshot: Snapshot, entry: FolderEntry): BrowseEntry {
  const { skills, files } = snapshot.view.catalog;
  switch (entry.kind) {
    case "folder":
      return { kind: "folder", ...summarizeFolder(snapshot, entry.path) };
    case "skill":
      return describeSkill(snapshot, itemAt(skills, entry.skill));
    case "file":
      return describeFile(snapshot, itemAt(files, entry.file));
  }
}

function describeSkill(snapshot: Snapshot, skill: Skill): BrowseEntry {
  const folder = folderAt(snapshot, skill.directory);
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
    overviewPath: itemOrNull(snapshot.view.catalog.files, folder?.overview)?.path ?? null,
    files: skill.files.length,
    nestedSkills: (folder?.counts.skills ?? listed) - listed,
  };
}

function describeFile(snapshot: Snapshot, file: ServedFile): BrowseEntry {
  const { diagnostics } = snapshot.view.catalog;
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
