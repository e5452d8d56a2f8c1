import type { RepoPath } from "../../contracts/addresses.ts";
import type { BrowseEntry, BrowseResult, FolderSummary } from "../../contracts/reading.ts";
import { call, directoryArgument, limitArgument } from "./_call.ts";
import { type Detail, fitEntries } from "./_page.ts";
import { problemLines } from "./_problems.ts";
import { citationLines, staleFactsLines } from "./_citation.ts";
import { countText, describedOnlyMark, directoryName, pathLabel, plainCount, value } from "./_value.ts";

type Entry<Kind extends BrowseEntry["kind"]> = Extract<BrowseEntry, { kind: Kind }>;

const UNREADABLE = {
  too_large: "over the read limit, only at the git host",
  not_text: "not text, only at the git host",
};

/** A page of a folder as a model reads it, in at most `budgetBytes` of a JSON string. */
export function renderBrowse(result: BrowseResult, budgetBytes: number): string {
  return fitEntries({
    entries: result.entries,
    head: (detail, count) => headLines(result, detail, count),
    entry: (entry, detail) => entryLines(entry, result.folder.path, detail).join("\n"),
    tail: (
      detail,
      count,
    ) => [...problemLines(result.diagnostics, detail.problems), ...nextLines(result, count)],
  }, budgetBytes);
}

function headLines(result: BrowseResult, detail: Detail, count: number): string[] {
  const { folder, start, total } = result;
  return [
    ...citationLines(result.source, result.partial),
    `Folder: ${pathLabel(folder.path, detail.header)}`,
    ...(detail.summary === 0 ? [] : aboutLines(folder, detail)),
    ...staleFactsLines(result.source),
    `Below: ${countText(folder.counts)}`,
    total === 0 ? "Entries: none" : `Entries: ${start + 1} to ${start + count} of ${total}`,
  ];
}

function aboutLines(
  { name, description, manifestPath, overview }: FolderSummary,
  { header }: Detail,
): string[] {
  const lines: string[] = [];
  if (name !== null) lines.push(`Name: ${value(name, header)}`);
  if (description !== null) lines.push(`Description: ${value(description, header)}`);
  if (manifestPath !== null) lines.push(`Manifest: ${manifestPath}`);
  if (overview === null) return lines;
  const { path, title, summary } = overview;
  lines.push(`Overview: ${path}`);
  if (title !== null) lines.push(`Overview title: ${value(title, header)}`);
  if (summary !== null && summary !== description) lines.push(`Overview summary: ${value(summary, header)}`);
  return lines;
}

function entryLines(entry: BrowseEntry, folder: RepoPath, detail: Detail): string[] {
  const lines = [`[${entry.kind}] ${directoryName(entry.path)}`];
  if (entry.kind === "skill" && entry.serving === "described") {
    lines.push(`  ${describedOnlyMark(entry.licence, detail.header)}`);
  }
  if (detail.summary === 0) return lines;
  switch (entry.kind) {
    case "folder":
      return [...lines, ...folderLines(entry, detail)];
    case "skill":
      return [...lines, ...skillLines(entry, folder, detail)];
    case "file":
      return [...lines, ...fileLines(entry, detail)];
  }
}

function folderLines(folder: FolderSummary, { summary }: Detail): string[] {
  const lines = [`  below: ${countText(folder.counts)}`];
  if (folder.name !== null) lines.push(`  name: ${value(folder.name, summary)}`);
  if (folder.description !== null) lines.push(`  description: ${value(folder.description, summary)}`);
  if (folder.manifestPath !== null) lines.push(`  manifest: ${folder.manifestPath}`);
  if (folder.overview !== null) lines.push(`  overview: ${folder.overview.path}`);
  return lines;
}

function skillLines(skill: Entry<"skill">, folder: RepoPath, { summary }: Detail): string[] {
  const lines = [
    `  name: ${value(skill.name, summary)}`,
    `  description: ${value(skill.description, summary)}`,
  ];
  if (skill.unlisted === "hidden") lines.push("  note: hidden, not searched");
  if (skill.duplicateOf !== null) lines.push(`  note: not searched, a copy of ${skill.duplicateOf}`);
  if (skill.browsePath !== folder && skill.files + skill.nestedSkills > 0) {
    lines.push(
      `  holds: ${plainCount(skill.files, "files")}, ${plainCount(skill.nestedSkills, "nested skills")}`,
    );
    lines.push(`  browse: ${skill.browsePath}`);
  }
  if (skill.overviewPath !== null) lines.push(`  overview: ${skill.overviewPath}`);
  return lines;
}

function fileLines(file: Entry<"file">, { summary }: Detail): string[] {
  const lines: string[] = [];
  if (file.title !== null) lines.push(`  title: ${value(file.title, summary)}`);
  if (file.summary !== null) lines.push(`  summary: ${value(file.summary, summary)}`);
  if (file.problem !== null) lines.push(`  not a skill: ${value(file.problem.message, summary)}`);
  if (file.readable !== "yes") {
    const size = plainCount(file.size, "bytes") + (file.least ? " or more" : "");
    lines.push(`  size: ${size}, ${UNREADABLE[file.readable]}`);
  }
  return lines;
}

function nextLines(result: BrowseResult, count: number): string[] {
  const { source, folder, start, total, entries } = result;
  const lines: string[] = [];
  const end = start + count;
  if (end < total) {
    const cursor = count === entries.length ? result.nextCursor : null;
    const next = {
      ...directoryArgument(source, folder.path),
      ...limitArgument(result),
      cursor: cursor ?? result.cursorAt(end),
    };
    lines.push(`- the next entries: ${call("browse_repo", next)}`);
  }
  const kinds = new Set(entries.map(({ kind }) => kind));
  if (kinds.has("folder")) lines.push('- look into a [folder]: browse_repo {"path":"<its path>"}');
  if (kinds.has("skill")) lines.push('- use a [skill]: load_skill {"path":"<its path>"}');
  if (kinds.has("file")) lines.push('- read a [file]: read_repo_file {"path":"<its path>"}');
  if (total === 0 && folder.path !== source.path) lines.push(`- look elsewhere: ${call("browse_repo", {})}`);
  return lines.length === 0 ? [] : ["Next:", ...lines];
}
