import { SEARCH_LIMITS } from "./limits.ts";
import { STOP_WORDS } from "./stop_words.ts";
import { textSlices } from "./text_slices.ts";
import { analyseWord, wordPattern } from "./words.ts";

/** One word that a query asks for. */
export interface QueryWord {
  /** The word as written and folded; a document that has either has the word. */
  readonly terms: readonly string[];
  /** Where it stands among the query's words, filler words counted. */
  readonly position: number;
  /** Two or more neighbours written as one, as in `databasemigration`: only a bonus. */
  readonly joined: boolean;
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** Everything that was asked, written as one word. */
  readonly whole: string;
}

/** The words of a query, at most `SEARCH_LIMITS.queryTerms`; filler words only if there are no others. */
export function parseQuery(query: string): Query {
  const written: QueryWord[] = [];
  let position = 0;
  for (const slice of textSlices(query, SEARCH_LIMITS.queryCharacters)) {
    for (const [raw] of slice.text.matchAll(wordPattern(slice.ascii))) {
      const { tokens, width } = analyseWord(raw);
      const parts = new Map<number, string[]>();
      for (const { term, offset, joined } of tokens) {
        const terms = parts.get(offset);
        if (joined) written.push({ terms: [term], position, joined });
        else if (terms === undefined) parts.set(offset, [term]);
        else terms.push(term);
      }
      for (const [offset, terms] of parts) {
        written.push({ terms, position: position + offset, joined: false });
      }
      position += width;
    }
  }
  const telling = written.filter(({ terms }) => !terms.some((term) => STOP_WORDS.has(term)));
  const words = (telling.length > 0 ? telling : written).slice(0, SEARCH_LIMITS.queryTerms);
  const seen = new Set<string>();
  const unique = words.filter(({ terms }) => !seen.has(terms[0] ?? "") && seen.add(terms[0] ?? ""));
  return { words: unique, whole: written.filter((w) => !w.joined).map((w) => w.terms[0] ?? "").join("") };
}
