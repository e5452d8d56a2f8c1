import type { ContextSection } from "../../../contracts/domain.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { SkillResult } from "../../../contracts/reading.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { loadSkill, type Snapshot } from "../../reading/mod.ts";

/** Pages of context that one page for people shows: as many as an agent needs for all but giant skills. */
const PAGES = 8;

/** Consecutive pages of a skill's context. Positions are UTF-8 bytes. */
export interface SkillText {
  readonly first: SkillResult;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly total: number;
  readonly sections: readonly ContextSection[];
  /** The cursor behind the last of them. */
  readonly next: string | null;
}

/** Reads them as an agent would, with the same cursors. Fails as `loadSkill()` does. */
export async function readSkillText(
  snapshot: Snapshot,
  path: string,
  cursor: string | undefined,
): Promise<Result<SkillText, Failure>> {
  const first = await loadSkill(snapshot, { path, cursor });
  if (!first.ok) return first;
  const pages = [first.value];
  let next = first.value.nextCursor;
  while (next !== null && pages.length < PAGES) {
    const page = await loadSkill(snapshot, { path, cursor: next });
    if (!page.ok) return page;
    pages.push(page.value);
    next = page.value.nextCursor;
  }
  const { start, total } = first.value.context;
  const end = pages.at(-1)?.context.end ?? start;
  const sections = pages.flatMap((page) => page.context.sections);
  return success({
    first: first.value,
    text: pages.map((page) => page.context.text).join(""),
    start,
    end,
    total,
    // A section that several pages touch is one section.
    sections: sections.filter((section, index) => sections[index - 1]?.start !== section.start),
    next,
  });
}
