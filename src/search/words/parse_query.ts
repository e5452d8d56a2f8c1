import { SEARCH_LIMITS } from "../limits.ts";
import { analyseWord } from "./analyse_word.ts";
import { asOneWord } from "./as_one_word.ts";
import { wordsOf } from "./scan_words.ts";
import { STOP_WORDS } from "./stop_words.ts";

/** One word that a query asks for. */
export interface QueryWord {
  /** As written and, where that differs, folded: a document that has either has the word. */
  readonly terms: readonly string[];
  /** Where it stands in the query, filler words counted. */
  readonly position: number;
  /**
   * `word`; `compound`, the whole of a word whose parts are words of the query too; `pair`, two
   * neighbours that some write as one.
   */
  readonly kind: "word" | "compound" | "pair";
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** Everything that was asked, written as one word. */
  readonly whole: string;
}

/** The words of a query, at most `SEARCH_LIMITS.queryTerms`; filler words only if there are no others. */
export function parseQuery(query: string): Query {
  const written = writtenQueryWords(query);
  const telling = written.filter(isTelling);
  const seen = new Set<string>();
  const words = (telling.length > 0 ? telling : written).filter(({ terms: [term = ""] }) => {
    const repeated = seen.has(term);
    seen.add(term);
    return !repeated;
  }).slice(0, SEARCH_LIMITS.queryTerms);
  return { words: [...words, ...pairs(written, seen)], whole: asOneWord(query) };
}

function isTelling({ terms }: QueryWord): boolean {
  return !terms.some((term) => STOP_WORDS.has(term));
}

function writtenQueryWords(query: string): readonly QueryWord[] {
  const words: QueryWord[] = [];
  let position = 0;
  for (const raw of wordsOf(query, SEARCH_LIMITS.queryCharacters)) {
    const { tokens, width } = analyseWord(raw);
    const parts = new Map<number, string[]>();
    for (const { term, offset, whole } of tokens) {
      const terms = parts.get(offset);
      if (whole !== undefined) words.push({ terms: [term], position, kind: "compound" });
      else if (terms === undefined) parts.set(offset, [term]);
      else terms.push(term);
    }
    for (const [offset, terms] of parts) words.push({ terms, position: position + offset, kind: "word" });
    position += width;
  }
  return words;
}

/** Neighbours as one word: `data base` meets `database`, and `sign up`, though `up` tells nothing, `signup`. */
function pairs(written: readonly QueryWord[], seen: Set<string>): readonly QueryWord[] {
  const single = written.filter(({ kind }) => kind === "word").slice(0, SEARCH_LIMITS.queryTerms);
  return single.flatMap((first, at): readonly QueryWord[] => {
    const second = single[at + 1];
    if (second === undefined || second.position !== first.position + 1) return [];
    if (!isTelling(first) && !isTelling(second)) return [];
    const term = (first.terms[0] ?? "") + (second.terms[0] ?? "");
    if (seen.has(term)) return [];
    seen.add(term);
    return [{ terms: [term], position: first.position, kind: "pair" }];
  });
}
