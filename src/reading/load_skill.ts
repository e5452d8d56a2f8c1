import type { SkillRow } from "../../contracts/catalog_view.ts";
import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { SkillResult } from "../../contracts/reading.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { isWithin } from "../format/mod.ts";
import { type Cursors, cursorsOf, INVALID_CURSOR } from "./cursor.ts";
import { skillArgument } from "./_skill_argument.ts";
import type { Source } from "../../contracts/source.ts";

export interface LoadSkillRequest {
  /** The exact path of a SKILL.md. */
  readonly path: string;
  readonly cursor?: string | undefined;
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * One page of a skill's context, which is what its document holds from the first rule on. Fails with `request.invalid`, `skill.not_found`, or
 * `index.indexing` when the context has to be made again.
 */
export async function loadSkill(
  source: Source,
  request: LoadSkillRequest,
): Promise<Result<SkillResult, Failure>> {
  const found = await skillArgument(source, request.path);
  if (!found.ok) return found;
  const skill = found.value;

  const cursors = cursorsOf(source, "load", skill.path);
  const { document } = skill;
  if (document === null) {
    const from = cursors.read(request.cursor, 0);
    return from.ok ? success(describe(source, skill, cursors)) : from;
  }

  const { contextStart } = document;
  const bytes = (await source.content(document.content))?.subarray(contextStart) ?? null;
  if (bytes === null) return failure(await source.restore());

  const from = cursors.read(request.cursor, bytes.length - 1);
  if (!from.ok) return from;
  const start = from.value;
  if (isInsideCharacter(bytes, start)) return failure(INVALID_CURSOR);

  const end = endOfPage(bytes, start);
  const sections = document.sections.map((section) => ({
    ...section,
    start: section.start - contextStart,
    text: section.text - contextStart,
    end: section.end - contextStart,
  }));
  return success({
    source: source.citation,
    partial: source.view.partial,
    skill,
    describedOnly: null,
    listing: start > 0 ? null : {
      files: skill.files,
      moreFiles: skill.fileCount - skill.files.length,
      references: skill.references.filter((reference) => isWithin(reference, source.path)),
    },
    context: {
      start,
      end,
      total: bytes.length,
      text: DECODER.decode(bytes.subarray(start, end)),
      sections: sections.filter((section) => section.start < end && section.end > start),
    },
    complete: end === bytes.length && document.missing.length === 0,
    nextCursor: end < bytes.length ? cursors.at(end) : null,
    cursorAt: cursors.at,
  });
}

/** A skill that its licence keeps at its source has a header and a place to see it, and nothing else. */
function describe(source: Source, skill: SkillRow, cursors: Cursors): SkillResult {
  return {
    source: source.citation,
    partial: source.view.partial,
    skill,
    describedOnly: { sourceUrl: source.webUrl(skill.path) ?? source.rawUrl(skill.path) },
    listing: null,
    context: { start: 0, end: 0, total: 0, text: "", sections: [] },
    complete: false,
    nextCursor: null,
    cursorAt: cursors.at,
  };
}

function endOfPage(bytes: Uint8Array, start: number): number {
  const limit = Math.min(start + MCP_LIMITS.contextPageBytes, bytes.length);
  let end = limit;
  while (limit - end < 3 && isInsideCharacter(bytes, end)) end--;
  return end;
}

/** Whether the UTF-8 at `position` goes on with a character that began before. */
function isInsideCharacter(bytes: Uint8Array, position: number): boolean {
  return ((bytes[position] ?? 0) & 0xc0) === 0x80;
}
