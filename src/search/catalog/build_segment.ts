import type { CatalogEntry, SegmentHead, WriteBlock } from "../../../contracts/library/catalog_search.ts";
import type { SearchFields } from "../../../contracts/search_index.ts";
import { BODY, DESCRIPTION, HEADING, NAME, PostingsBuilder, sortTerms, TermText } from "../index/mod.ts";
import { SEARCH_LIMITS } from "../limits.ts";
import type { Pace } from "../pace.ts";
import { SegmentWriter } from "./_segment_writer.ts";
import { goneRow, rowOf, type SegmentRow } from "./segment_rows.ts";

/** Of a body, so much is read: what a skill is about it says at its beginning. */
const BODY_BYTES = 16 * 1024;

/**
 * Terms that one skill's body adds are few enough that a flood of words costs its writer more than its readers; entries come a
 * few hundred at a time, so that all of them together need no bound.
 */
const LIMITS = { terms: Infinity, documentTerms: SEARCH_LIMITS.documentTerms, bodyTerms: 2000 };

/** A segment of entries that are in the order of their ids. */
export async function buildSegment(
  entries: readonly CatalogEntry[],
  write: WriteBlock,
  pace: Pace,
): Promise<SegmentHead> {
  const builder = new PostingsBuilder(pace, LIMITS);
  const rows: SegmentRow[] = [];
  for (const { id, skill } of entries) {
    if (skill === null) {
      rows.push(goneRow(id));
      continue;
    }
    await addFields(builder, skill);
    const language = /^[a-z]{2,3}(?=-|$)/i.exec(skill.language ?? "")?.[0].toLowerCase() ?? "";
    rows.push(rowOf(id, skill, language !== "" && language !== "en", builder.finish(rows.length)));
  }
  await builder.sort();
  const segment = new SegmentWriter(write, pace);
  const term = new TermText();
  for (const text of await sortTerms(builder.terms, pace)) {
    const pause = segment.write(term.set(text), [builder.postings(text)], 0);
    if (pause !== undefined) await pause;
  }
  return await segment.finish(rows);
}

async function addFields(
  builder: PostingsBuilder,
  { name, description, headings, body }: SearchFields,
): Promise<void> {
  await builder.add(NAME, [name]);
  await builder.add(DESCRIPTION, description.split("\n"));
  await builder.add(HEADING, headings.slice(0, SEARCH_LIMITS.headings));
  await builder.add(BODY, [beginningOf(body)]);
}

function beginningOf(body: string): string {
  const bytes = new Uint8Array(BODY_BYTES);
  const { read } = new TextEncoder().encodeInto(body, bytes);
  return body.slice(0, read);
}
