import type { RepoPath } from "../../../contracts/addresses.ts";
import type { MarkdownLink, Problem } from "../../../contracts/domain.ts";
import { ADDRESS_LIMITS, FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { resolveDestination } from "../address/link_destination.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import { oneLine, shorten } from "../text/one_line.ts";
import { type NearestPath, nearestPathAmong } from "./_nearest_path.ts";
import type { Directory, TreeFile } from "./repository_tree.ts";
import { chainOf } from "./scope.ts";
import type { Admission } from "./served_files.ts";
import type { Survey } from "./survey.ts";

/** Links of one file that are told one by one; the rest is counted. */
const MOST_PER_FILE = 20;

/** What looking for the nearest path costs, in units of a pause. */
const NEAREST_UNITS = 50;

/**
 * Reports the destinations of `sources` that lead to nothing in the repository. What an agent works by
 * (skills, rules, includes) is held to all of them, scripts, pictures and folders too, and its readers
 * are told; a document that is merely there owes only its links to Markdown, which is a note.
 */
export function* findDeadLinks(survey: Survey, sources: readonly Admission[]): Step<void> {
  const { found, facts, includes, diagnostics } = survey;
  const pause = createPause();
  const included = new Set([...includes.values()].flatMap((kept) => kept.map(({ file }) => file)));
  const paths = yield* openPaths(survey);
  let nearest: NearestPath | null = null;
  /** How many lead nowhere, by the file. */
  const dead = new Map<TreeFile, number>();
  for (const { file, kind } of sources) {
    const links = facts.of(file.path)?.markdown?.links ?? [];
    if (pause(1 + links.length)) yield NOTHING;
    const isWorkedBy = kind === "skill" || kind === "manifest" || included.has(file);
    const missing = links.flatMap((link) => {
      const path = resolveDestination(file.directory.path, link.to);
      const counts = isWorkedBy || /\.md$/i.test(link.to);
      return counts && !leads(path, link, file, paths) ? [{ link, path }] : [];
    });
    if (missing.length === 0) continue;
    dead.set(file, missing.length);
    const own = found.ownerOf(file.directory);
    for (const [index, { link, path }] of missing.slice(0, MOST_PER_FILE).entries()) {
      if (pause(NEAREST_UNITS)) yield NOTHING;
      nearest ??= yield* nearestPathAmong(suggestible(survey, paths));
      const problem = problemOf(link, path, isWorkedBy, path === null ? null : nearest(path));
      // Readers are told no more than fits among the diagnostics, which bounds both.
      if (!diagnostics.add(file.path, problem)) break;
      if (own?.file === file) own.warnings.push(problem);
      const more = missing.length - MOST_PER_FILE;
      if (index < MOST_PER_FILE - 1 || more <= 0) continue;
      const { code, severity } = problem;
      const rest = { code, severity, message: `${more} more links lead to nothing` };
      if (diagnostics.add(file.path, rest) && own?.file === file) own.warnings.push(rest);
    }
  }
  if (dead.size > 0) yield* tellSkills(survey, dead);
}

/** Tells the readers of a skill, in a sentence a file, that the rules and includes it works by have dead links. */
function* tellSkills({ found, includes, served }: Survey, dead: ReadonlyMap<TreeFile, number>): Step<void> {
  const pause = createPause();
  for (const skill of found.skills) {
    if (served.describedOnly.has(skill.file)) continue;
    const rules = chainOf(skill.scope).map(({ file }) => file);
    const included = (includes.get(skill) ?? []).flatMap(({ file }) => file ?? []);
    if (pause(1 + rules.length + included.length)) yield NOTHING;
    for (const file of new Set([...rules, ...included])) {
      const count = dead.get(file);
      if (count === undefined) continue;
      const links = count === 1 ? "1 link leads" : `${count} links lead`;
      const message = `In "${shortened(file.path)}" ${links} to nothing`;
      skill.warnings.push({ code: "link_missing", severity: "warning", message });
    }
  }
}

/** Every open file, and the directories that hold one. */
function* openPaths({ tree, policy }: Survey): Step<ReadonlySet<string>> {
  const pause = createPause();
  const paths = new Set<string>();
  for (const file of tree.files.values()) {
    if (pause()) yield NOTHING;
    if (!policy.isOpen(file)) continue;
    paths.add(file.path);
    let above: Directory | null = file.directory;
    for (; above !== null && !paths.has(above.path); above = above.parent) paths.add(above.path);
  }
  return paths;
}

/** What may be named to whoever reads the file with the link: nothing that is only described. */
function* suggestible({ tree, licences }: Survey, paths: ReadonlySet<string>): Generator<RepoPath> {
  for (const file of tree.files.values()) {
    if (paths.has(file.path) && licences.describedOnlyBy(file) === null) yield file.path;
  }
  for (const { path } of tree.directories) if (path !== "" && paths.has(path)) yield path;
}

/** Whether a destination leads to something, read as a path with or without what looks like a query. */
function leads(
  path: string | null,
  { to }: MarkdownLink,
  file: TreeFile,
  paths: ReadonlySet<string>,
): boolean {
  if (path !== null && paths.has(path)) return true;
  const query = to.indexOf("?");
  const plain = query < 0 ? null : resolveDestination(file.directory.path, to.slice(0, query));
  return plain !== null && paths.has(plain);
}

function problemOf(
  { to, line }: MarkdownLink,
  path: string | null,
  isWorkedBy: boolean,
  nearest: RepoPath | null,
): Problem {
  return {
    code: "link_missing",
    severity: isWorkedBy ? "warning" : "info",
    message: path === null
      ? "A link cannot be decoded or leads out of the repository"
      : `A link leads to "${shortened(path)}", where there is no file`,
    line,
    ...(isShort(to) && isShort(path ?? "") && { link: { written: to, path, nearest } }),
  };
}

/** A catalog keeps what an author may look for, not whatever a document holds. */
function isShort(text: string): boolean {
  return text.length <= ADDRESS_LIMITS.path;
}

function shortened(path: string): string {
  return oneLine(shorten(path, FORMAT_LIMITS.title));
}
