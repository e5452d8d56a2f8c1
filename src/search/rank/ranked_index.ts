/** A term as a scan meets it. */
export interface FoundTerm<Span> {
  /** Code units. */
  readonly length: number;
  term(): string;
  readonly span: Span;
}

/** One posting after another, whose values change with every step. */
export interface RankedPostings<Span> {
  open(span: Span): unknown;
  next(): boolean;
  readonly document: number;
  readonly detail: number;
  readonly positions: readonly number[];
}

/**
 * What ranking asks of an index, whole or in parts. `Span`: where the postings of a term lie, which is the index's own
 * business.
 */
export interface RankedIndex<Span> {
  find(term: string): Span | null;
  /** Terms that begin so, in their order. Each is valid until the next is asked for. */
  startingWith(beginning: string): Iterable<FoundTerm<Span>>;
  /** Terms of texts within so many edits, the nearest first. */
  near(word: string, most: number): readonly { readonly span: Span; readonly distance: number }[];
  postings(): RankedPostings<Span>;
  /** Bytes of postings. */
  sizeOf(span: Span): number;
  /** Where postings are read by need: throws unless all of these are at hand. */
  ready?(spans: readonly Span[]): void;
}
