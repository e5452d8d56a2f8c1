import { countFitting, escapedLineBytes, fits } from "./_budget.ts";

/** How much is said about each thing on a page. */
export interface Detail {
  /** Characters of a header value. */
  readonly header: number;
  /** Characters of a summary in a list; 0 leaves all but kind and path out. */
  readonly summary: number;
  /** UTF-8 bytes of paths listed under one entry. */
  readonly pathBytes: number;
  readonly problems: number;
}

/** What a page usually has. */
const FULL: Detail = { header: 1024, summary: 240, pathBytes: 1024, problems: 8 };

/** Where that is too much. */
export const SHORT: Detail = { header: 240, summary: 100, pathBytes: 256, problems: 3 };

/** What fits even with the longest paths that a repository can hold. */
const BARE: Detail = { header: 60, summary: 0, pathBytes: 0, problems: 0 };

/** The parts of a page of entries. */
export interface EntryPage<Entry> {
  readonly entries: readonly Entry[];
  head(detail: Detail, count: number): readonly string[];
  entry(entry: Entry, detail: Detail): string;
  tail(detail: Detail, count: number): readonly string[];
}

/**
 * The page in at most `budgetBytes` of a JSON string (docs/design/mcp.md "Results and continuations"):
 * summaries are shortened first, then the page ends sooner. The first entry is always there; 20,000 bytes
 * hold it with the longest paths there are.
 */
export function fitEntries<Entry>(page: EntryPage<Entry>, budgetBytes: number): string {
  const all = page.entries.length;
  const write = (detail: Detail, count: number) =>
    [
      ...page.head(detail, count),
      ...page.entries.slice(0, count).map((entry) => page.entry(entry, detail)),
      ...page.tail(detail, count),
    ].join("\n");

  for (const detail of [FULL, SHORT]) {
    const text = write(detail, all);
    if (fits(text, budgetBytes)) return text;
  }
  for (const detail of [SHORT, BARE]) {
    const blocks = page.entries.map((entry) => page.entry(entry, detail));
    let count = all;
    while (count > 0) {
      // A shorter page may have a longer frame, so that the frame is measured again for each length.
      const frame = [...page.head(detail, count), ...page.tail(detail, count)];
      const fitting = countFitting(blocks.slice(0, count), budgetBytes - 2 - escapedLineBytes(frame));
      if (fitting === count) return write(detail, count);
      count = fitting;
    }
  }
  return write(BARE, Math.min(1, all));
}
