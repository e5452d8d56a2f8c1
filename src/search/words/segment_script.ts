import { isAscii } from "./_is_ascii.ts";
import type { Token, Word } from "./_word.ts";

/** Scripts that are not cut into words by spaces, or whose words are too coarse to be found by a part. */
const PAIRED = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー";
const SEGMENTED = "\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const UNSPACED = new RegExp(`[${PAIRED}${SEGMENTED}\\p{sc=Hangul}]`, "u");
const RUN = new RegExp(
  `[${PAIRED}]+|\\p{sc=Hangul}+|[${SEGMENTED}]+|(?:(?![${PAIRED}${SEGMENTED}\\p{sc=Hangul}])[\\p{L}\\p{M}\\p{N}])+`,
  "gu",
);
const STARTS_PAIRED = new RegExp(`^[${PAIRED}]`, "u");
const STARTS_SEGMENTED = new RegExp(`^[${SEGMENTED}]`, "u");

/** Made by the first text that needs it: its dictionaries take a while to load. */
let segmenter: Intl.Segmenter | undefined;

/** Letters that are cut into words: no sentence has more between two spaces, and the segmenter is slow. */
const SEGMENT_CHARACTERS = 512;
/** A letter with the vowels and tones that are written onto it. */
const LETTER = /\P{M}\p{M}*/gu;
/** Letters of a word; longer ones are no word of these scripts. */
const WORD_CHARACTERS = 24;

/** Whether a word holds a script that spaces do not cut into words. */
export function isUnspaced(word: string): boolean {
  return !isAscii(word) && UNSPACED.test(word);
}

/**
 * A run of letters that holds a script without spaces. Han and Kana: overlapping pairs, and the last
 * character alone, so that every character starts a token. Hangul: the word, onto which endings are
 * written, and its pairs. Thai, Lao, Khmer and Burmese: the words of `Intl.Segmenter`, and the pairs of
 * those that are compounds. What else the run holds is analysed by `other`.
 */
export function segmentScript(raw: string, other: (run: string) => Word): Word {
  const tokens: Token[] = [];
  let width = 0;
  for (const [run] of raw.matchAll(RUN)) {
    if (STARTS_PAIRED.test(run)) {
      const characters = Array.from(run);
      addPairs(tokens, characters, width, true);
      width += characters.length;
    } else if (STARTS_SEGMENTED.test(run)) {
      width += addSegments(tokens, run, width);
    } else if (UNSPACED.test(run)) {
      width += addWord(tokens, run, Array.from(run), width);
    } else {
      const word = other(run);
      for (const token of word.tokens) tokens.push({ ...token, offset: width + token.offset });
      width += word.width;
    }
  }
  return { tokens, width: Math.max(1, width) };
}

function addSegments(tokens: Token[], run: string, start: number): number {
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  let width = 0;
  for (const { segment } of segmenter.segment(run.slice(0, SEGMENT_CHARACTERS))) {
    width += addWord(tokens, segment, segment.match(LETTER) ?? [segment], start + width);
  }
  const rest = run.slice(SEGMENT_CHARACTERS).match(LETTER) ?? [];
  addPairs(tokens, rest, start + width, true);
  return width + rest.length;
}

/** The word and, where it has more than two letters, its pairs. */
function addWord(tokens: Token[], word: string, letters: readonly string[], start: number): number {
  if (letters.length <= WORD_CHARACTERS) tokens.push({ term: word, offset: start });
  if (letters.length < 3) return 1;
  addPairs(tokens, letters, start, false);
  return letters.length - 1;
}

function addPairs(tokens: Token[], letters: readonly string[], start: number, lastAlone: boolean): void {
  const end = lastAlone ? letters.length : letters.length - 1;
  for (let at = 0; at < end; at++) {
    tokens.push({ term: (letters[at] ?? "") + (letters[at + 1] ?? ""), offset: start + at });
  }
}
