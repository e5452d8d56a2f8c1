import type { RepoPath } from "../../../contracts/addresses.ts";
import type { MarkdownFacts, Problem } from "../../../contracts/domain.ts";
import { ADDRESS_LIMITS, FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { comparePaths, ROOT_PATH } from "../address/repo_path.ts";
import { decodeSegments } from "../address/url_path.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import { oneLine, shorten } from "../text/one_line.ts";
import type { TreeFile } from "./repository_tree.ts";
import type { Admission } from "./served_files.ts";
import type { Survey } from "./survey.ts";

type Link = NonNullable<Problem["link"]>;

/** Links that lead nowhere, told one by one; the rest is counted. */
const MISSING_PER_FILE = 20;

/**
 * Where the links of a file to local Markdown lead, in order of appearance: a text to look up, which no
 * file need have as its path, or null for what cannot be decoded or leads out of the repository.
 */
export function linkTargets(file: TreeFile, markdown: MarkdownFacts): readonly (string | null)[] {
  return markdown.links.map((written) => {
    const decoded = decodeSegments(written);
    return decoded && walkPath(file.directory.path, decoded.join("/"));
  });
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
      const missing: Link[] = [];
      const targets = linkTargets(file, markdown);
      for (const [index, path] of targets.entries()) {
        const target = path === null ? undefined : tree.files.get(path);
        if (target === undefined || !policy.isOpen(target)) {
          missing.push({ written: markdown.links[index] ?? "", path });
          continue;
        }
        if (served.get(target.path) !== undefined || served.describedOnly.has(target)) continue;
        if (edges === FORMAT_LIMITS.linkEdges) {
          hits.add("link_limit", file.path);
          continue;
        }
        const admission = served.admit(target, "linked");
        if (admission !== null) found.push(admission);
      }
      reportMissing(file, missing, survey);
    }
    yield* facts.learn(found);
    level = inPathOrder(found);
  }
}

/** A leading `/` starts at the repository root, `.` and `..` walk; null when that leads out of the repository. */
function walkPath(directory: RepoPath, written: string): string | null {
  const fromRoot = written.startsWith("/");
  const segments = fromRoot || directory === ROOT_PATH ? [] : directory.split("/");
  for (const segment of (fromRoot ? written.slice(1) : written).split("/")) {
    if (segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/");
}

/** A skipped SKILL.md is only readable: its links expose nothing. */
function sources({ served, found }: Survey): readonly Admission[] {
  const isSource = ({ kind, file }: Admission) =>
    kind !== "invalid_skill" || found.ownerOf(file.directory) !== null;
  return inPathOrder([...served.all()].filter(isSource));
}

/** Says what was tried, for a skill also to its readers. */
function reportMissing(
  file: TreeFile,
  links: readonly Link[],
  { found, diagnostics }: Survey,
): void {
  const owner = found.ownerOf(file.directory);
  const isSkill = owner?.file === file;
  const code = "link_missing";
  const severity = isSkill ? "warning" : "info";
  const problems = links.slice(0, MISSING_PER_FILE).map((link): Problem => ({
    code,
    severity,
    message: link.path === null
      ? "A link cannot be decoded or leads out of the repository"
      : `A link leads to "${oneLine(shorten(link.path, FORMAT_LIMITS.title))}", where there is no file`,
    ...(isShort(link) && { link }),
  }));
  const more = links.length - problems.length;
  if (more > 0) problems.push({ code, severity, message: `${more} more links lead to no file` });
  for (const problem of problems) {
    // Readers are told no more than fits among the diagnostics, which bounds both.
    if (diagnostics.add(file.path, problem) && isSkill) owner.warnings.push(problem);
  }
}

/** A catalog keeps what an author may look for, not whatever a document holds. */
function isShort({ written, path }: Link): boolean {
  return written.length <= ADDRESS_LIMITS.path && (path?.length ?? 0) <= ADDRESS_LIMITS.path;
}

function inPathOrder(admissions: readonly Admission[]): readonly Admission[] {
  return admissions.toSorted((one, other) => comparePaths(one.file.path, other.file.path));
}
