import { SEARCH_LIMITS } from "./limits.ts";
import {
  analyseWord,
  EditDistance,
  formSearches,
  isUnspaced,
  parseQuery,
  type QueryWord,
  WORD,
} from "./words/mod.ts";

/** Occurrences looked at; the best place of a text is among its first thousands or nowhere special. */
const OCCURRENCES = 4096;
/** Different terms that are compared for likeness. */
const NEAR_TERMS = 4096;
/** Source looked at for each character shown. */
const SOURCE_SHARE = 4;
/** A text is cut in the middle of a word that is this long. */
const LONG_WORD = 24;

interface Occurrence {
  readonly start: number;
  readonly end: number;
  /** Index of the query's word. */
  readonly word: number;
}

/**
 * One line of `text`, at most `characters` long, around the place that holds most of the query's words;
 * null when none of them occurs. White space is collapsed, `…` marks what was left out. Linear in the text.
 */
export function excerpt(query: string, text: string, characters: number): string | null {
  const { words } = parseQuery(query);
  const said = findOccurrences(words, text, sameWord(words));
  const occurrences = said.length > 0 ? said : findOccurrences(words, text, nearWord(words));
  if (occurrences.length === 0 || characters < 1) return null;
  const around = densest(occurrences, Math.max(1, Math.floor(characters * 0.7)));
  return cut(text, around.start, around.end, characters);
}

/** Which of the query's words a term stands for. */
type TermMatcher = (term: string) => number | undefined;

/** The word itself, or another form of it. */
function sameWord(words: readonly QueryWord[]): TermMatcher {
  const wanted = new Map(words.flatMap(({ terms }, word) => terms.map((term) => [term, word] as const)));
  const forms = words.flatMap(({ terms }, word) =>
    formSearches(terms.at(-1) ?? "").map((search) => ({ ...search, word }))
  );
  return (term) =>
    wanted.get(term) ??
      forms.find(({ beginning, longest, kindOf }) =>
        term.length <= longest && term.startsWith(beginning) && kindOf(term) !== null
      )?.word;
}

/** A word that begins with it, or that it is a misspelling of. */
function nearWord(words: readonly QueryWord[]): TermMatcher {
  const wanted = words.flatMap(({ terms: [term = ""] }, word) =>
    term.length < 4 ? [] : [{ term, word, distance: new EditDistance(term, term.length < 8 ? 1 : 2) }]
  );
  let left = NEAR_TERMS;
  return (term) => {
    if (left-- <= 0) return undefined;
    const units = Uint16Array.from(term, (_, at) => term.charCodeAt(at));
    return wanted.find((one) =>
      term.startsWith(one.term) || one.distance.to(units, units.length) <= one.distance.most
    )?.word;
  };
}

function findOccurrences(
  words: readonly QueryWord[],
  text: string,
  matches: TermMatcher,
): readonly Occurrence[] {
  const pieces = words.flatMap(({ terms }, word) =>
    terms.filter(isUnspaced).map((piece) => ({ piece, word }))
  );
  const known = new Map<string, number | undefined>();
  const found: Occurrence[] = [];
  for (const { 0: raw, index: start } of text.matchAll(WORD)) {
    if (found.length >= OCCURRENCES) break;
    if (pieces.length > 0 && isUnspaced(raw)) {
      findPieces(raw, start, pieces, found);
      continue;
    }
    if (!known.has(raw)) known.set(raw, wordOf(raw, matches));
    const word = known.get(raw);
    if (word !== undefined) found.push({ start, end: start + raw.length, word });
  }
  return found;
}

/** The query's word that a written word or one of its parts stands for. */
function wordOf(raw: string, matches: TermMatcher): number | undefined {
  const written = raw.slice(0, SEARCH_LIMITS.compoundCharacters).normalize("NFKC");
  for (const { term } of analyseWord(written).tokens) {
    const word = matches(term);
    if (word !== undefined) return word;
  }
  return undefined;
}

function findPieces(
  run: string,
  start: number,
  pieces: readonly { readonly piece: string; readonly word: number }[],
  found: Occurrence[],
): void {
  const lower = run.toLowerCase();
  for (const { piece, word } of pieces) {
    let at = lower.indexOf(piece);
    while (at >= 0 && found.length < OCCURRENCES) {
      found.push({ start: start + at, end: start + at + piece.length, word });
      at = lower.indexOf(piece, at + piece.length);
    }
  }
}

/** The stretch of at most `span` characters with most distinct words, the first of equals. */
function densest(
  found: readonly Occurrence[],
  span: number,
): { readonly start: number; readonly end: number } {
  const inside = new Map<number, number>();
  let best = { start: found[0]?.start ?? 0, end: found[0]?.end ?? 0, words: 0 };
  let from = 0;
  for (const last of found) {
    inside.set(last.word, (inside.get(last.word) ?? 0) + 1);
    let first = found[from];
    while (first !== undefined && first !== last && last.end - first.start > span) {
      const left = (inside.get(first.word) ?? 1) - 1;
      if (left === 0) inside.delete(first.word);
      else inside.set(first.word, left);
      first = found[++from];
    }
    if (first !== undefined && inside.size > best.words) {
      best = { start: first.start, end: last.end, words: inside.size };
    }
  }
  return best;
}

/** The stretch with what stands around it; what stands before it takes a third of the room. */
function cut(text: string, start: number, end: number, characters: number): string {
  // White space collapses, so that more of the source than `characters` may fit.
  const from = Math.max(0, start - characters * SOURCE_SHARE);
  const to = Math.min(text.length, start + characters * SOURCE_SHARE);
  const room = Math.max(0, characters - collapse(text.slice(start, end)).length);
  const head = lastOf(collapse(text.slice(from, start)).trimStart(), Math.floor(room / 3), from > 0);
  const tail = firstOf(collapse(text.slice(start, to)).trimEnd(), characters - head.length, to < text.length);
  return (head + tail).trim();
}

function collapse(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ");
}

/** The end of a text, from the beginning of a word where there is one near. */
function lastOf(text: string, most: number, more: boolean): string {
  if (text.length <= most && !more) return text;
  if (most < 2) return "";
  const end = text.slice(1 - most);
  const space = end.indexOf(" ");
  return "…" + (space >= 0 && space < LONG_WORD ? end.slice(space + 1) : end.replace(/^[\udc00-\udfff]/, ""));
}

/** The beginning of a text, to the end of a word where there is one near. */
function firstOf(text: string, most: number, more: boolean): string {
  if (text.length <= most && !more) return text;
  const mark = most > 1 ? "…" : "";
  const start = text.slice(0, most - mark.length);
  const space = start.lastIndexOf(" ");
  const near = space > 0 && space > start.length - LONG_WORD;
  return (near ? start.slice(0, space) : start.replace(/[\ud800-\udbff]$/, "")) + mark;
}
