import { Buffer } from "node:buffer";
import type { ContextSection, Skill } from "../../contracts/domain.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { SkillResult } from "../../contracts/reading.ts";
import { fits } from "./_budget.ts";
import { call } from "./_call.ts";
import { type Fence, fenceFor } from "./_fence.ts";
import { fitText, type Frame } from "./_fit_text.ts";
import { skillHeader } from "./_skill_header.ts";
import { skillListing } from "./_skill_listing.ts";
import { citationLines } from "./_citation.ts";
import { diagnosticText, pathLabel, value } from "./_value.ts";

/** How much of a skill's header and lists is shown; the text has what remains. */
interface SkillDetail {
  /** Characters of one header value. */
  readonly header: number;
  /** UTF-8 bytes of file paths, and of reference paths. */
  readonly pathBytes: number;
  readonly warnings: number;
}

const DETAILS: readonly SkillDetail[] = [
  { header: MCP_LIMITS.headerValue, pathBytes: MCP_LIMITS.pathListBytes, warnings: 16 },
  { header: 240, pathBytes: 1024, warnings: 4 },
];
const LEAST_DETAIL: SkillDetail = { header: 60, pathBytes: 0, warnings: 0 };

/** UTF-16 units of context that a page gives at least, before its header may take more. */
const LEAST_TEXT = 2048;

/**
 * A page of a skill's context as a model reads it, in at most `budgetBytes` of a JSON string. A page
 * that the budget ends sooner continues where it ended.
 */
export function renderSkill(result: SkillResult, budgetBytes: number): string {
  if (result.describedOnly !== null) return renderDescribedOnly(result, result.describedOnly, budgetBytes);
  const { text } = result.context;
  const fence = fenceFor(result.source, text);
  const fit = (detail: SkillDetail) =>
    fitText(text, budgetBytes, (length) => frameOf(result, fence, detail, length));
  for (const detail of DETAILS) {
    const fitted = fit(detail);
    if (fitted.fits && fitted.length >= Math.min(text.length, LEAST_TEXT)) return fitted.result;
  }
  return fit(LEAST_DETAIL).result;
}

/**
 * docs/design/mcp.md "Loading a skill": the header lines and where the content is; no text of the
 * repository below them.
 */
function renderDescribedOnly(
  result: SkillResult,
  { sourceUrl }: NonNullable<SkillResult["describedOnly"]>,
  budgetBytes: number,
): string {
  const { skill, source, partial } = result;
  const write = (detail: SkillDetail) =>
    [
      ...citationLines(source, partial),
      `Path: ${skill.path}`,
      ...skillHeader(skill, detail.header),
      `Described only: its licence keeps the content at the source: ${
        sourceUrl ?? "the git host gives no link to it"
      }`,
      ...warningLines(skill, detail),
      "Next:",
      "- tell the user that this skill cannot be given here, and where it is: no further call can supply it",
    ].join("\n");
  return [...DETAILS, LEAST_DETAIL].map(write).find((text) => fits(text, budgetBytes)) ?? write(LEAST_DETAIL);
}

function frameOf(result: SkillResult, fence: Fence, detail: SkillDetail, length: number): Frame {
  const { skill, context } = result;
  const whole = length === context.text.length;
  const end = whole ? context.end : context.start + Buffer.byteLength(context.text.slice(0, length));
  const complete = whole && result.complete;
  const range = `bytes ${context.start} to ${end} of ${context.total}`;
  return {
    before: [
      ...citationLines(result.source, result.partial),
      `Path: ${skill.path}`,
      ...skillHeader(skill, detail.header),
      ...(result.listing === null ? [] : skillListing(skill, result.listing, detail.pathBytes)),
      ...warningLines(skill, detail),
      `Context: ${range}`,
      ...sectionLines(result, end, detail.header),
      `Complete: ${complete}`,
      fence.notice,
      fence.open(`context of ${pathLabel(skill.path, detail.header)}, ${range}`),
    ],
    after: [fence.close, "Next:", nextLine(result, end)],
  };
}

function warningLines({ warnings, unlisted, duplicateOf, document }: Skill, detail: SkillDetail): string[] {
  const lines = (document?.missing ?? []).slice(0, Math.max(1, detail.warnings))
    .map((missing) => `Missing: ${value(diagnosticText(missing), detail.header)}`);
  for (const { code, message } of warnings.slice(0, detail.warnings)) {
    lines.push(`Warning: ${value(message, detail.header)} (${code})`);
  }
  if (unlisted === "hidden") lines.push("Note: this skill is hidden, so that search does not find it");
  if (duplicateOf !== null) lines.push(`Note: this is a copy of ${pathLabel(duplicateOf, detail.header)}`);
  return lines;
}

/** The sections on the page, and which of them it holds only a part of. */
function sectionLines({ context }: SkillResult, end: number, limit: number): string[] {
  const shown = context.sections.filter((section) => section.start < end);
  const first = shown[0];
  const last = shown[shown.length - 1];
  if (first === undefined || last === undefined) return [];
  const lines = [`Sections: ${value(shown.map(sectionName).join("; "), limit)}`];
  if (first.start < context.start) {
    lines.push(`Begins inside: ${value(sectionName(first), limit)} (continued from the preceding page)`);
  }
  if (last.end > end) {
    lines.push(`Ends inside: ${value(sectionName(last), limit)} (continues on the next page)`);
  }
  return lines;
}

function sectionName({ kind, path }: ContextSection): string {
  switch (kind) {
    case "rules":
      return `applicable rules ${path}`;
    case "instructions":
      return "instructions";
    case "include":
      return `included file ${path}`;
  }
}

function nextLine({ skill, context, nextCursor, cursorAt }: SkillResult, end: number): string {
  if (end < context.total) {
    const cursor = (end === context.end ? nextCursor : null) ?? cursorAt(end);
    const next = call("load_skill", { path: skill.path, cursor });
    return `- the rest of the context, before the skill is used: ${next}`;
  }
  if (skill.document !== null && skill.document.missing.length > 0) {
    return "- tell the user that required content is missing: no further page can supply it";
  }
  return "- use the skill; where it calls for a file that is named here, read it with read_repo_file";
}
