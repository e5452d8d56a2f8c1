import type { BrowsedChild, FileRow, FolderRow, SkillRow } from "../../contracts/catalog_view.ts";
import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { BrowseEntry, BrowseResult } from "../../contracts/reading.ts";
import { type Result, success } from "../../contracts/result.ts";
import { directoryArgument, numberArgument } from "./_argument.ts";
import { cursorsOf } from "./cursor.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import { summarizeFolder } from "./_folder.ts";
import type { Source } from "../../contracts/source.ts";

export interface BrowseRequest {
  /** A directory; omitted, the mounted one. */
  readonly path?: string | undefined;
  readonly cursor?: string | undefined;
  /** Entries, 1 to 200. */
  readonly limit?: number | undefined;
}

/** One page of a folder's direct entries. Fails with `request.invalid` or `folder.not_found`. */
export async function browse(source: Source, request: BrowseRequest): Promise<Result<BrowseResult, Failure>> {
  const path = await directoryArgument(source, request.path);
  if (!path.ok) return path;
  const { max, default: standard } = MCP_LIMITS.browse;
  const limit = numberArgument("limit", request.limit, { min: 1, max, standard });
  if (!limit.ok) return limit;

  const { view } = source;
  const cursors = cursorsOf(source, "browse", path.value);
  const start = cursors.read(request.cursor);
  if (!start.ok) return start;
  const [page, folder, diagnostics] = await Promise.all([
    view.browsed("any", path.value, start.value, limit.value),
    summarizeFolder(source, path.value),
    diagnosticsOf(source, path.value, "all"),
  ]);
  const within = cursors.within(start.value, page.total - 1);
  if (!within.ok) return within;

  const entries = await Promise.all(page.rows.map((child) => describe(source, child)));
  const end = start.value + page.rows.length;
  return success({
    source: source.citation,
    partial: view.partial,
    folder,
    entries: entries.flatMap((entry) => entry ?? []),
    start: start.value,
    total: page.total,
    limit: request.limit ?? null,
    diagnostics,
    nextCursor: end < page.total ? cursors.at(end) : null,
    cursorAt: cursors.at,
  });
}

/** Null, which the catalog of a whole tree never is, for a child that is not there. */
async function describe(
  source: Source,
  { kind, path, directory }: BrowsedChild,
): Promise<BrowseEntry | null> {
  const { view } = source;
  switch (kind) {
    case "folder":
      return { kind: "folder", ...await summarizeFolder(source, path) };
    case "skill": {
      const [skill, folder] = await Promise.all([view.skills.at(path), view.folders.at(directory)]);
      return skill && describeSkill(skill, folder);
    }
    case "file": {
      const file = await view.files.at(path);
      return file && await describeFile(source, file);
    }
  }
}

function describeSkill(skill: SkillRow, folder: FolderRow | null): BrowseEntry {
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
    overviewPath: folder?.overview?.path ?? null,
    files: skill.fileCount,
    nestedSkills: (folder?.served ? folder.counts.skills : listed) - listed,
  };
}

async function describeFile({ view }: Source, file: FileRow): Promise<BrowseEntry> {
  const [problem] = file.kind === "invalid_skill" ? (await view.problems.at("error", file.path, 1)).rows : [];
  return {
    kind: "file",
    path: file.path,
    role: file.kind,
    size: file.size,
    least: file.least ?? false,
    title: file.title,
    summary: file.summary,
    readable: !file.stored ? "too_large" : file.characters === null ? "not_text" : "yes",
    problem: problem ?? null,
  };
}
