import { Buffer } from "node:buffer";
import type { ContextSection } from "../../../contracts/domain.ts";
import { REST_LIMITS } from "../../../contracts/limits.ts";
import type { ContextPage, SkillResult } from "../../../contracts/reading.ts";
import type { CommitCitation } from "../../../contracts/source.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { type AnswerOf, SKILL_ANSWER } from "../../../contracts/rest/answers.ts";
import { success } from "../../../contracts/result.ts";
import { frontMatterOf, loadSkill, useOfSkill } from "../../reading/mod.ts";
import { jsonRead } from "./_json_read.ts";
import type { ReadDeps, Route } from "../operation.ts";
import { diagnosticAnswer, problemAnswer } from "../problem_answer.ts";
import { notReady, sourceAnswer } from "./_source_answer.ts";

/** `GET /api/v1/skills/<address>` */
export function skillsRoute(deps: ReadDeps): Route {
  return jsonRead(deps, {
    id: "skills",
    summary: "Everything needed to use a skill",
    description:
      "A page of a skill's context: the rules that apply to it, its instructions and what it includes, at most 16 KiB of " +
      "text, and on the first page the files that it comes with. Only once `complete` is true has all of it been given.",
    query: REST_QUERIES.skills,
    answer: SKILL_ANSWER,
    failures: ["skill.not_found"],
    unready: notReady,
    useOf: (answer) => answer.status === "ready" ? useOfSkill(answer.path, answer.start) : null,
    async read(snapshot, query) {
      const found = await loadSkill(snapshot, query);
      return found.ok ? success(skillAnswer(snapshot.citation, found.value)) : found;
    },
  });
}

function skillAnswer(
  citation: CommitCitation,
  result: SkillResult,
): AnswerOf<typeof SKILL_ANSWER> {
  const { partial, skill, describedOnly, listing, context, complete, nextCursor } = result;
  const files = listing?.files.slice(0, REST_LIMITS.paths) ?? null;
  const references = listing?.references.slice(0, REST_LIMITS.paths) ?? null;
  return {
    status: "ready",
    source: sourceAnswer(citation),
    partial,
    path: skill.path,
    directory: skill.directory,
    name: skill.name,
    description: skill.description,
    licence: skill.licence,
    compatibility: skill.compatibility,
    allowedTools: skill.allowedTools,
    metadata: Object.fromEntries(skill.metadata),
    frontMatter: frontMatterOf(skill),
    warnings: skill.warnings.map(problemAnswer),
    unlisted: skill.unlisted,
    duplicateOf: skill.duplicateOf,
    unpublished: skill.unpublished,
    serving: skill.serving,
    sourceUrl: describedOnly?.sourceUrl ?? null,
    sections: sectionAnswers(context),
    start: context.start,
    end: context.end,
    total: context.total,
    complete,
    missing: (skill.document?.missing ?? []).map(diagnosticAnswer),
    nextCursor,
    files,
    moreFiles: (listing?.files.length ?? 0) + (listing?.moreFiles ?? 0) - (files?.length ?? 0),
    references,
    moreReferences: (listing?.references.length ?? 0) - (references?.length ?? 0),
  };
}

/** The sections' own text, without the lines that mark them in the document. */
function sectionAnswers({ start, end, text, sections }: ContextPage) {
  const bytes = Buffer.from(text, "utf8");
  return sections.filter((section) => isOnPage(section, start, end)).map((section) => ({
    kind: section.kind,
    path: section.path,
    text: bytes.toString("utf8", Math.max(section.text - start, 0), Math.min(section.end, end) - start),
    begins: section.text >= start,
    ends: section.end <= end,
  }));
}

/** A page may hold no more of a section than a part of its mark, or the break before the next one. */
function isOnPage(section: ContextSection, start: number, end: number): boolean {
  return section.text === section.end
    ? section.text > start && section.text <= end
    : section.text < end && section.end > start;
}
