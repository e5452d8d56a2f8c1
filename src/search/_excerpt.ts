import { englishStem } from "./_english_stem.ts";
import { SEARCH_LIMITS } from "./_limits.ts";
import { parseQuery } from "./_query_words.ts";
import { isUnspaced } from "./_segment_script.ts";
import { WORD } from "./_scan_words.ts";
import { analyseWord } from "./_words.ts";

/** Occurrences looked at; the best place of a text is among its first thousands or nowhere special. */
const OCCURRENCES = 4096;

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
  const occurrences = findOccurrences(query, text);
  const [first] = occurrences;
  if (first === undefined || characters < 1) return null;
  const around = densest(occurrences, Math.max(1, Math.floor(characters * 0.7)));
  return cut(text, around.start, around.end, characters);
}

function findOccurrences(query: string, text: string): readonly Occurrence[] {
  const wanted = new Map<string, number>();
  const pieces: { readonly piece: string; readonly word: number }[] = [];
  parseQuery(query).words.forEach(({ terms }, word) => {
    for (const term of terms) {
      if (isUnspaced(term)) pieces.push({ piece: term, word });
      else wanted.set(term, word).set(englishStem(term), word);
    }
  });
  const known = new Map<string, number | null>();
  const found: Occurrence[] = [];
  for (const match of text.matchAll(WORD)) {
    if (found.length >= OCCURRENCES) break;
    const [raw] = match;
    if (pieces.length > 0 && isUnspaced(raw)) {
      findPieces(raw, match.index, pieces, found);
      continue;
    }
    let word = known.get(raw);
    if (word === undefined) {
      word = wordOf(raw, wanted);
      known.set(raw, word);
    }
    if (word !== null) found.push({ start: match.index, end: match.index + raw.length, word });
  }
  return found;
}

/** The query's word that a written word has as itself, in another form or as a part. */
function wordOf(raw: string, wanted: ReadonlyMap<string, number>): number | null {
  const written = raw.slice(0, SEARCH_LIMITS.compoundCharacters).normalize("NFKC");
  for (const { term } of analyseWord(written).tokens) {
    const word = wanted.get(term) ?? wanted.get(englishStem(term));
    if (word !== undefined) return word;
  }
  return null;
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

/** Context before takes a third of what is left; cuts fall between words where there are spaces near. */
function cut(text: string, start: number, end: number, characters: number): string {
  const room = Math.max(0, characters - (end - start) - 2);
  const before = Math.floor(room / 3);
  // White space collapses, so that more source than `characters` may fit.
  const head = collapse(text.slice(Math.max(0, start - before * 4), start));
  const from = head.length <= before && start <= before * 4
    ? head
    : wordStart(head.slice(-before || head.length));
  const leading = from.length === head.length && start <= before * 4 ? "" : "…";
  const body = leading + from.trimStart();
  const tail = collapse(text.slice(start, start + characters * 4));
  const budget = characters - body.length;
  if (tail.trimEnd().length <= budget && start + characters * 4 >= text.length) return (body + tail).trim();
  return (body + wordEnd(tail.slice(0, Math.max(0, budget - 1)))).trimEnd() + "…";
}

function collapse(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ");
}

function wordStart(text: string): string {
  const space = text.indexOf(" ");
  return space >= 0 && space < 24 ? text.slice(space + 1) : text.replace(/^[\udc00-\udfff]/, "");
}

function wordEnd(text: string): string {
  const space = text.lastIndexOf(" ");
  return space > text.length - 24 && space > 0 ? text.slice(0, space) : text.replace(/[\ud800-\udbff]$/, "");
}
