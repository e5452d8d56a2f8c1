import type { MarkdownFacts, Problem } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { resolveDestination } from "../address/link_destination.ts";
import { comparePaths } from "../address/repo_path.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import { findDeadLinks } from "./_dead_links.ts";
import type { TreeFile } from "./repository_tree.ts";
import type { Admission } from "./served_files.ts";
import type { Survey } from "./survey.ts";

/** What a bound of links costs, and all that it costs. */
const COST = "pages that only they lead to cannot be read, and nothing else is missing";

/**
 * Where the links of a file to local Markdown lead, in order of appearance: a text to look up, which no
 * file need have as its path. What cannot be decoded or leads out of the repository is left out.
 */
export function linkTargets({ directory }: TreeFile, { links }: MarkdownFacts): readonly string[] {
  return links.flatMap(({ to }) => /\.md$/i.test(to) ? resolveDestination(directory.path, to) ?? [] : []);
}

/**
 * Serves what is linked to from served content, and what that links to, breadth first, so that the
 * nearest files are in before a limit is hit. What is closed is missing like what does not exist.
 */
export function* followLinks(survey: Survey): Step<void> {
  const { tree, policy, served, facts, diagnostics } = survey;
  const pause = createPause();
  const sources: Admission[] = [];
  let level = firstLevel(survey);
  for (let edges = 0; level.length > 0; edges++) {
    const found: Admission[] = [];
    for (const { file } of level) {
      const markdown = facts.of(file.path)?.markdown;
      if (!markdown) continue;
      if (pause(1 + 5 * markdown.links.length)) yield NOTHING;
      if (markdown.linksCut) tell(file, tooManyLinks());
      let tooFar = false;
      for (const path of linkTargets(file, markdown)) {
        const target = tree.files.get(path);
        if (target === undefined || !policy.isOpen(target)) continue;
        if (served.get(target.path) !== undefined || served.describedOnly.has(target)) continue;
        if (edges === FORMAT_LIMITS.linkEdges) {
          tooFar = true;
          continue;
        }
        const admission = served.admit(target, "linked");
        if (admission !== null) found.push(admission);
      }
      if (tooFar) tell(file, tooFarAway());
    }
    sources.push(...level);
    yield* facts.learn(found);
    level = inPathOrder(found);
  }
  yield* findDeadLinks(survey, sources);

  /** Of a skill's own links its readers are told too. */
  function tell(file: TreeFile, problem: Problem): void {
    diagnostics.add(file.path, problem);
    const owner = survey.found.ownerOf(file.directory);
    if (owner?.file === file) owner.warnings.push(problem);
  }
}

function tooManyLinks(): Problem {
  const { linksPerFile, linkCharacters, linkLines } = FORMAT_LIMITS;
  const message =
    `Links beyond the first ${linksPerFile}, ${linkCharacters} characters or ${linkLines} lines ` +
    `of this file are not followed: ${COST}`;
  return { code: "link_limit", severity: "warning", message };
}

function tooFarAway(): Problem {
  const message =
    `It is ${FORMAT_LIMITS.linkEdges} links away from what is served, so that its own links are ` +
    `not followed: ${COST}`;
  return { code: "link_limit", severity: "warning", message };
}

/** A skipped SKILL.md is only readable: its links expose nothing. */
function firstLevel({ served, found }: Survey): readonly Admission[] {
  const isSource = ({ kind, file }: Admission) =>
    kind !== "invalid_skill" || found.ownerOf(file.directory) !== null;
  return inPathOrder([...served.all()].filter(isSource));
}

function inPathOrder(admissions: readonly Admission[]): readonly Admission[] {
  return admissions.toSorted((one, other) => comparePaths(one.file.path, other.file.path));
}
