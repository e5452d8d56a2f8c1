import { type CompactIndex, nameTerm, type TermScanner, type TermSpan } from "../index/mod.ts";
import { formSearches, isUnspaced, type QueryWord } from "../words/mod.ts";
import { WEIGHTS } from "./_weights.ts";

/** Terms that are looked at for one word, so that a dictionary made of near misses costs no more. */
const SCANNED_TERMS = 2048;

const FORM_FACTORS = {
  inflected: WEIGHTS.form,
  derived: WEIGHTS.derivedForm,
  foreign: WEIGHTS.foreignForm,
} as const;

/** A term that stands for a word of the query, and how much of it it is worth. */
export interface Stand extends TermSpan {
  readonly factor: number;
  /** Counts in documents of a language that is not English alone. */
  readonly foreign: boolean;
}

/** The word itself: its written and folded form, and its other grammatical forms. */
export function ownStands(
  index: CompactIndex,
  { terms, kind }: QueryWord,
  anyForeign: boolean,
): readonly Stand[] {
  const stands: Stand[] = [];
  for (const term of terms) {
    const span = index.terms.find(term);
    if (span !== null) stands.push({ ...span, factor: 1, foreign: false });
  }
  if (kind !== "word") return stands;
  for (const { beginning, longest, foreign, kindOf } of formSearches(terms.at(-1) ?? "")) {
    if (foreign && !anyForeign) continue;
    for (const scan of startingWith(index, beginning)) {
      if (scan.length > longest) continue;
      const term = scan.term();
      const kind = kindOf(term);
      if (kind === null || terms.includes(term)) continue;
      stands.push({
        start: scan.start,
        end: scan.end,
        factor: FORM_FACTORS[kind],
        foreign: kind === "foreign",
      });
    }
  }
  return stands;
}

/** Words of names that begin with the word, as `docker` does `dockerfile`. */
export function nameStands(index: CompactIndex, { terms }: QueryWord): Iterable<Stand> {
  const word = terms.at(-1) ?? "";
  if (word.length < 4 || isUnspaced(word)) return [];
  return longerTerms(index, nameTerm(word), WEIGHTS.nameBeginning);
}

/** Words that begin with one that hardly any document has. */
export function longerStands(index: CompactIndex, { terms }: QueryWord): Iterable<Stand> {
  const word = terms.at(-1) ?? "";
  return word.length > 2 || isUnspaced(word) ? longerTerms(index, word, WEIGHTS.beginning) : [];
}

/** Words that are nearly one that hardly any document has, the nearest first. */
export function nearStands(index: CompactIndex, { terms }: QueryWord): readonly Stand[] {
  const word = terms.at(-1) ?? "";
  if (isUnspaced(word) || !/^(?:[a-z]{4}|\p{L}{4})/u.test(word)) return [];
  const near = index.near.find(word, word.length < 8 ? 1 : 2).slice(0, SCANNED_TERMS);
  return near.map(({ start, end, distance }) => ({
    start,
    end,
    factor: WEIGHTS.near / distance,
    foreign: false,
  }));
}

function* longerTerms(index: CompactIndex, beginning: string, factor: number): Generator<Stand> {
  for (const { start, end, length } of startingWith(index, beginning)) {
    if (length > beginning.length) yield { start, end, factor, foreign: false };
  }
}

function* startingWith(index: CompactIndex, beginning: string): Generator<TermScanner> {
  const scan = index.terms.from(beginning);
  for (let left = SCANNED_TERMS; left > 0 && scan.next() && scan.startsWith(beginning); left--) yield scan;
}
