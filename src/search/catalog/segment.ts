import type { StoredSegment } from "../../../contracts/library/catalog_search.ts";
import { NearTerms, readIndexFile, TermDictionary } from "../index/mod.ts";
import { SegmentRows } from "./segment_rows.ts";

/** A segment whose rows and terms are at hand, and whose postings are read by need. */
export class Segment {
  readonly near: NearTerms;

  private constructor(
    readonly rows: SegmentRows,
    readonly terms: TermDictionary,
    readonly stored: StoredSegment,
    /** Memory of what is at hand, about. */
    readonly headBytes: number,
  ) {
    this.near = new NearTerms(terms);
  }

  /** Null where it was written by another version. Throws a `RangeError` where it is broken. */
  static async open(stored: StoredSegment): Promise<Segment | null> {
    const bytes = await stored.head();
    const sections = readIndexFile(bytes);
    if (sections === null) return null;
    const terms = new TermDictionary(sections.terms, sections.blocks, stored.postingsBytes);
    return new Segment(new SegmentRows(sections.documents), terms, stored, bytes.length);
  }
}
