import { SEARCH_LIMITS } from "./limits.ts";
import type { Token, Word } from "./words.ts";

const RUN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+|\p{sc=Hangul}+|[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+|[\p{L}\p{N}](?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー])[\p{L}\p{N}\p{M}])*/gu;
const PAIRS = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u;
const HANGUL = /^\p{sc=Hangul}/u;
const SEGMENTED = /^[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** The segmenter's time grows faster than its input. */
const SEGMENT_CHARACTERS = 2000;

/**
 * A run of letters that holds a script without spaces. Han and Kana: overlapping pairs, and the last
 * character alone, so that every character starts a token. Hangul: the word and its pairs, because endings
 * are written onto it. Thai, Lao, Khmer and Burmese: the words of `Intl.Segmenter`.
 */
export function segmentScript(raw: string): Word {
  const tokens: Token[] = [];
  let width = 0;
  for (const [run] of raw.toLowerCase().matchAll(RUN)) {
    if (PAIRS.test(run)) {
      width += addPairs(tokens, run, width, true);
    } else if (HANGUL.test(run)) {
      tokens.push({ term: run.slice(0, SEARCH_LIMITS.tokenCharacters), offset: width });
      width += run.length > 2 ? addPairs(tokens, run, width, false) : 1;
    } else if (SEGMENTED.test(run)) {
      width += addSegments(tokens, run, width);
    } else {
      tokens.push({ term: run.slice(0, SEARCH_LIMITS.tokenCharacters), offset: width++ });
    }
  }
  return { tokens, width: Math.max(1, width) };
}

function addPairs(tokens: Token[], run: string, start: number, lastAlone: boolean): number {
  const characters = Array.from(run);
  const end = lastAlone ? characters.length : characters.length - 1;
  for (let at = 0; at < end; at++) {
    tokens.push({ term: (characters[at] ?? "") + (characters[at + 1] ?? ""), offset: start + at });
  }
  return characters.length;
}

function addSegments(tokens: Token[], run: string, start: number): number {
  const segmenter = new Intl.Segmenter("th", { granularity: "word" });
  let width = 0;
  for (let at = 0; at < run.length; at += SEGMENT_CHARACTERS) {
    for (const { segment } of segmenter.segment(run.slice(at, at + SEGMENT_CHARACTERS))) {
      tokens.push({ term: segment.slice(0, SEARCH_LIMITS.tokenCharacters), offset: start + width++ });
    }
  }
  return width;
}
