import type { CompactIndex, TermScanner, TermSpan } from "../index/mod.ts";
import type { FoundTerm, RankedIndex } from "./ranked_index.ts";

/** An index whose bytes are all at hand, as ranking asks it. */
export function wholeIndex(index: CompactIndex): RankedIndex<TermSpan> {
  const { terms, near } = index;
  return {
    find: (term) => terms.find(term),
    *startingWith(beginning) {
      const scan = terms.from(beginning);
      const found = new ScannedTerm(scan);
      while (scan.next() && scan.startsWith(beginning)) yield found;
    },
    near: (word, most) =>
      near.find(word, most).map(({ start, end, distance }) => ({ span: { start, end }, distance })),
    postings() {
      const cursor = index.cursor();
      return {
        open: ({ start, end }) => cursor.open(start, end),
        next: () => cursor.next(),
        get document() {
          return cursor.document;
        },
        get detail() {
          return cursor.detail;
        },
        get positions() {
          return cursor.positions;
        },
      };
    },
    sizeOf: ({ start, end }) => end - start,
  };
}

/** The term that a scanner is at. */
class ScannedTerm implements FoundTerm<TermSpan> {
  constructor(private readonly scan: TermScanner) {}

  get length(): number {
    return this.scan.length;
  }

  term(): string {
    return this.scan.term();
  }

  get span(): TermSpan {
    return { start: this.scan.start, end: this.scan.end };
  }
}
