import type { RepoPath } from "../../contracts/addresses.ts";
import type { MarkdownFacts, Problem } from "../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../contracts/limits.ts";
import { createPause, NOTHING, type Step } from "./_pause.ts";
import { resolvePath } from "./_resolve_path.ts";
import type { Admission } from "./_served_files.ts";
import type { Survey } from "./_survey.ts";
import type { TreeFile } from "./_tree.ts";
import { decodeSegments } from "./_url_path.ts";
import { comparePaths } from "./repo_path.ts";

/** Where a link to Markdown leads; null: out of the repository, or to no path that can be served. */
export interface LinkTarget {
  readonly path: RepoPath | null;
}

/** The links of a file that are followed: those to `.md`, in order of appearance. */
export function* linkTargets(file: TreeFile, markdown: MarkdownFacts): Generator<LinkTarget> {
  for (const written of markdown.links) {
    const decoded = decodeSegments(written)?.join("/");
    if (!(decoded ?? written).endsWith(".md")) continue;
    yield { path: decoded === undefined ? null : resolvePath(file.directory.path, decoded) };
  }
}

/**
 * Serves what is linked to from served content, and what that links to, breadth first, so that the
 * nearest files are in before a limit is hit. What is closed is missing like what does not exist.
 */
export function* followLinks(survey: Survey): Step<void> {
  const { tree, policy, served, facts, hits } = survey;
  const pause = createPause();
  let level = sources(survey);
  for (let edges = 0; level.length > 0; edges++) {
    const found: Admission[] = [];
    for (const { file } of level) {
      const markdown = facts.of(file.path)?.markdown;
      if (!markdown) continue;
      if (pause(1 + 5 * markdown.links.length)) yield NOTHING;
      if (markdown.linksCut) hits.add("link_limit", file.path);
      for (const { path } of linkTargets(file, markdown)) {
        const target = path === null ? undefined : tree.files.get(path);
        if (target === undefined || !policy.isOpen(target)) {
          reportMissing(file, path, survey);
          continue;
        }
        if (served.has(target.path)) continue;
        if (edges === FORMAT_LIMITS.linkEdges) {
          hits.add("link_limit", file.path);
          continue;
        }
        const admission = served.admit(target, "linked");
        if (admission !== null) found.push(admission);
      }
    }
    yield* facts.learn(found);
    level = inPathOrder(found);
  }
}

/** A skipped SKILL.md is only readable: its links expose nothing. */
function sources({ served, found }: Survey): readonly Admission[] {
  const isSource = ({ kind, file }: Admission) =>
    kind !== "invalid_skill" || found.ownerOf(file.directory) !== null;
  return inPathOrder([...served.all()].filter(isSource));
}

/** Says what was tried, for a skill also to its readers. */
function reportMissing(file: TreeFile, path: RepoPath | null, { found, diagnostics }: Survey): void {
  const message = path === null
    ? "A link leads to a path that no repository can have"
    : `A link leads to "${path}", where there is no file`;
  const owner = found.ownerOf(file.directory);
  if (owner?.file !== file) {
    diagnostics.add(file.path, { code: "link_missing", severity: "info", message });
    return;
  }
  const problem: Problem = { code: "link_missing", severity: "warning", message };
  if (diagnostics.add(file.path, problem)) owner.warnings.push(problem);
}

function inPathOrder(admissions: readonly Admission[]): readonly Admission[] {
  return admissions.toSorted((one, other) => comparePaths(one.file.path, other.file.path));
}
