import { foldMarks } from "./fold_marks.ts";
import { SEARCH_LIMITS } from "./limits.ts";
import { segmentScript } from "./segment_script.ts";

/** One indexed form of a word; `offset` counts positions from the word's first part. */
export interface Token {
  readonly term: string;
  readonly offset: number;
  /** All parts of a compound written as one. */
  readonly joined?: true;
}

/** A word of a text: its tokens, and how many positions it takes. */
export interface Word {
  readonly tokens: readonly Token[];
  readonly width: number;
}

const ASCII_WORD = /[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*(?:\+\+|#)?/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-_\u2010][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*(?:\+\+|#)?/gu;

/** The words of a normalized slice, as they are written. Linear time. */
export function wordPattern(ascii: boolean): RegExp {
  const pattern = ascii ? ASCII_WORD : WORD;
  return new RegExp(pattern.source, pattern.flags);
}

/** Scripts that are not cut into words by spaces, or whose words are too coarse to be found by a part. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;
// deno-lint-ignore no-control-regex -- ASCII is the range from NUL to DEL
const NOT_ASCII = /[^\x00-\x7f]/;
/** Whether a word holds a script that spaces do not cut into words. */
export function isUnspaced(word: string): boolean {
  return NOT_ASCII.test(word) && UNSPACED.test(word);
}

const COMPOUND = /[-_\u2010]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}{3}\p{N}/u;
const PART =
  /[\p{Lu}\p{Lt}]\p{M}*(?:[\p{Lu}\p{Lt}]\p{M}*)+(?!\p{Ll})\p{N}*|\p{L}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{L}\p{N}*|\p{N}+/gu;
const TRAILING_DIGITS = /^(\p{L}{3,})\p{N}+$/u;

/**
 * The tokens of one written word: lower case; a hyphenated, snake or camel-case word both joined and in
 * parts; a word with accents both as written and folded; scripts without spaces in words or pairs.
 */
export function analyseWord(raw: string): Word {
  if (isUnspaced(raw)) return segmentScript(raw);
  const tokens: Token[] = [];
  const bare = raw.replace(/(?:\+\+|#)$/, "");
  if (bare !== raw) tokens.push({ term: raw.toLowerCase().slice(-SEARCH_LIMITS.tokenCharacters), offset: 0 });
  if (!COMPOUND.test(bare)) {
    addForms(tokens, bare, 0);
    return { tokens, width: 1 };
  }
  const parts = bare.slice(0, SEARCH_LIMITS.tokenCharacters * SEARCH_LIMITS.compoundParts).match(PART) ?? [];
  const joined = bare.replace(/[-_\u2010]/g, "");
  if (parts.length > 1 && parts.length <= SEARCH_LIMITS.compoundParts) {
    tokens.push({
      term: joined.toLowerCase().slice(0, SEARCH_LIMITS.tokenCharacters),
      offset: 0,
      joined: true,
    });
  }
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? "";
    addForms(tokens, part, at);
    const letters = TRAILING_DIGITS.exec(part)?.[1];
    if (letters !== undefined) addForms(tokens, letters, at);
  }
  return { tokens, width: Math.max(1, parts.length) };
}

function addForms(tokens: Token[], form: string, offset: number): void {
  const term = form.toLowerCase().slice(0, SEARCH_LIMITS.tokenCharacters);
  tokens.push({ term, offset });
  if (!NOT_ASCII.test(term)) return;
  const folded = foldMarks(term);
  if (folded !== term) tokens.push({ term: folded, offset });
}
