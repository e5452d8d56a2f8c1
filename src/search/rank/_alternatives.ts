import { nameTerm } from "../index/mod.ts";
import { formSearches, isUnspaced, type QueryWord } from "../words/mod.ts";
import { WEIGHTS } from "./_weights.ts";
import type { FoundTerm, RankedIndex } from "./ranked_index.ts";

/** Terms that are looked at for one word, so that a dictionary made of near misses costs no more. */
const SCANNED_TERMS = 2048;

const FORM_FACTORS = {
  inflected: WEIGHTS.form,
  derived: WEIGHTS.derivedForm,
  foreign: WEIGHTS.foreignForm,
} as const;

/** A term that stands for a word of the query, and how much of it it is worth. */
export interface Stand<Span> {
  readonly span: Span;
  readonly factor: number;
  /** Counts in documents of a language that is not English alone. */
  readonly foreign: boolean;
}

/** The word itself: its written and folded form, and its other grammatical forms. */
export function ownStands<Span>(
  index: RankedIndex<Span>,
  { terms, kind }: QueryWord,
  anyForeign: boolean,
): readonly Stand<Span>[] {
  const stands: Stand<Span>[] = [];
  for (const term of terms) {
    const span = index.find(term);
    if (span !== null) stands.push({ span, factor: 1, foreign: false });
  }
  if (kind !== "word") return stands;
  for (const { beginning, longest, foreign, kindOf } of formSearches(terms.at(-1) ?? "")) {
    if (foreign && !anyForeign) continue;
    for (const found of startingWith(index, beginning)) {
      if (found.length > longest) continue;
      const term = found.term();
      const kind = kindOf(term);
      if (kind === null || terms.includes(term)) continue;
      stands.push({ span: found.span, factor: FORM_FACTORS[kind], foreign: kind === "foreign" });
    }
  }
  return stands;
}

/** Words of names that begin with the word, as `docker` does `dockerfile`. */
export function nameStands<Span>(
  index: RankedIndex<Span>,
  { terms }: QueryWord,
): Iterable<Stand<Span>> {
  const word = terms.at(-1) ?? "";
  if (word.length < 4 || isUnspaced(word)) return [];
  return longerTerms(index, nameTerm(word), WEIGHTS.nameBeginning);
}

/** Words that begin with one that hardly any document has. */
export function longerStands<Span>(
  index: RankedIndex<Span>,
  { terms }: QueryWord,
): Iterable<Stand<Span>> {
  const word = terms.at(-1) ?? "";
  return word.length > 2 || isUnspaced(word) ? longerTerms(index, word, WEIGHTS.beginning) : [];
}

/** Words that are nearly one that hardly any document has, the nearest first. */
export function nearStands<Span>(
  index: RankedIndex<Span>,
  { terms }: QueryWord,
): readonly Stand<Span>[] {
  const word = terms.at(-1) ?? "";
  if (isUnspaced(word) || !/^(?:[a-z]{4}|\p{L}{4})/u.test(word)) return [];
  const near = index.near(word, word.length < 8 ? 1 : 2).slice(0, SCANNED_TERMS);
  return near.map(({ span, distance }) => ({ span, factor: WEIGHTS.near / distance, foreign: false }));
}

function* longerTerms<Span>(
  index: RankedIndex<Span>,
  beginning: string,
  factor: number,
): Generator<Stand<Span>> {
  for (const { span, length } of startingWith(index, beginning)) {
    if (length > beginning.length) yield { span, factor, foreign: false };
  }
}

function* startingWith<Span>(index: RankedIndex<Span>, beginning: string): Generator<FoundTerm<Span>> {
  let left = SCANNED_TERMS;
  for (const found of index.startingWith(beginning)) {
    yield found;
    if (--left === 0) return;
  }
}
