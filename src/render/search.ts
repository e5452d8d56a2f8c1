import type { RepoPath } from "../../contracts/addresses.ts";
import type { SearchItem, SearchResult } from "../../contracts/reading.ts";
import { call, directoryArgument, limitArgument } from "./_call.ts";
import { type Detail, fitEntries } from "./_page.ts";
import { pathsWithin } from "./_paths.ts";
import { problemLines } from "./_problems.ts";
import { citationLines } from "./_citation.ts";
import { describedOnlyMark, pathLabel, plainCount, value } from "./_value.ts";

/** A page of search results as a model reads it, in at most `budgetBytes` of a JSON string. */
export function renderSearch(result: SearchResult, budgetBytes: number): string {
  return fitEntries({
    entries: result.items,
    head: (detail, count) => headLines(result, detail, count),
    entry: (item, detail) => itemLines(item, detail).join("\n"),
    tail: (detail, count) => [
      ...problemLines(result.diagnostics, detail.problems),
      ...nextLines(result, detail, count),
    ],
  }, budgetBytes);
}

function headLines(result: SearchResult, detail: Detail, count: number): string[] {
  const { query, scope, start, total } = result;
  return [
    ...citationLines(result.source, result.partial),
    `Search: ${value(query, detail.header)}`,
    `Searched in: ${pathLabel(scope, detail.header)}`,
    total === 0 ? "Results: none" : `Results: ${start + 1} to ${start + count} of ${total}, best first`,
  ];
}

function itemLines(item: SearchItem, { header, summary, pathBytes }: Detail): string[] {
  const { match } = item;
  const lines = [`[${item.kind}] ${item.path}`];
  if (item.describedOnly !== null) lines.push(`  ${describedOnlyMark(item.describedOnly, header)}`);
  if (summary === 0) return lines;
  const label = item.kind === "skill" ? "name" : "title";
  const description = item.description === null ? null : value(item.description, summary);
  if (item.title !== null) lines.push(`  ${label}: ${value(item.title, summary)}`);
  if (description !== null) lines.push(`  description: ${description}`);
  lines.push(`  matched: ${fieldName(item)}${match.path === item.path ? "" : ` of ${match.path}`}`);
  if (match.excerpt !== null && !shows(description, match.excerpt)) {
    lines.push(`  excerpt: ${value(match.excerpt, summary)}`);
  }
  lines.push(...alsoLines(item, pathBytes));
  return lines;
}

function fieldName({ kind, path, match }: SearchItem): string {
  if (match.field === "body") return "text";
  return match.field === "name" && (kind === "file" || match.path !== path) ? "title" : match.field;
}

/** Whether an excerpt of a description says nothing that is not there already. */
function shows(description: string | null, excerpt: string): boolean {
  return description?.includes(excerpt.replace(/^…|…$/g, "").trim()) ?? false;
}

/** The other files of a skill that match, as far as `room` bytes of paths go, and a count of the rest. */
function alsoLines({ files, moreFiles, match }: SearchItem, room: number): string[] {
  const others = files.filter((path) => path !== match.path);
  const shown = pathsWithin(others, room);
  const lines = shown.map((path) => `  also in: ${path}`);
  const more = moreFiles + others.length - shown.length;
  if (more > 0) lines.push(`  also in: ${plainCount(more, "more files")}`);
  return lines;
}

/** The skill's file that matched, unless that is the skill itself. */
function foldedMatch(skill: SearchItem | undefined): RepoPath | undefined {
  return skill === undefined || skill.match.path === skill.path ? undefined : skill.match.path;
}

function nextLines(result: SearchResult, detail: Detail, count: number): string[] {
  const { source, query, scope, start, total } = result;
  if (total === 0) {
    return [
      "Next:",
      "- search with other words: any of them may match, and they have to be the content's own",
      `- look around: ${call("browse_repo", directoryArgument(source, scope))}`,
    ];
  }
  const lines: string[] = [];
  const shown = result.items.slice(0, count);
  const skill = shown.find(({ kind, describedOnly }) => kind === "skill" && describedOnly === null);
  const file = shown.find(({ kind }) => kind === "file")?.path ?? foldedMatch(skill);
  if (detail.summary === 0) {
    lines.push(
      '- use a [skill]: load_skill {"path":"<its path>"}; read a [file]: read_repo_file {"path":"<its path>"}',
    );
  } else {
    if (skill !== undefined) lines.push(`- use a [skill]: ${call("load_skill", { path: skill.path })}`);
    if (file !== undefined) lines.push(`- read a file: ${call("read_repo_file", { path: file })}`);
  }
  const end = start + count;
  if (end < total) {
    const cursor = count === result.items.length ? result.nextCursor : null;
    const next = {
      query,
      ...directoryArgument(source, scope),
      ...limitArgument(result),
      cursor: cursor ?? result.cursorAt(end),
    };
    lines.push(`- more results: ${call("search_repo", next)}`);
  }
  return ["Next:", ...lines];
}
