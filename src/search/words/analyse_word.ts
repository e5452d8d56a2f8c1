import { SEARCH_LIMITS } from "../limits.ts";
import { withoutArticle } from "./_arabic_article.ts";
import { emojiWord, isEmoji } from "./_emoji.ts";
import { foldMarks } from "./_fold_marks.ts";
import { isAscii } from "./_is_ascii.ts";
import type { Token, Word } from "./_word.ts";
import { isUnspaced, segmentScript } from "./segment_script.ts";

const SIGN = /(?:\+\+|#)$/;
/** What stands between the parts of a compound. */
export const GLUE = /[-_\u2010]/g;

/** How compounds are told and cut. Most words are ASCII, for which a pattern is quicker to make and to match. */
interface Patterns {
  readonly compound: RegExp;
  /** Upper-case run, capitalized or lower-case word, number: digits stay with the letters before them. */
  readonly part: RegExp;
  /** Letters with digits behind them. */
  readonly numbered: RegExp;
}

const ASCII: Patterns = {
  compound: /[-_]|[a-z][A-Z]|[A-Z][A-Z][a-z]|[A-Za-z]{3}[0-9]/,
  part: /[A-Z]{2,}(?![a-z])[0-9]*|[A-Za-z]?[a-z]+[0-9]*|[A-Za-z][0-9]*|[0-9]+/g,
  numbered: /^([A-Za-z]{3,})[0-9]+$/,
};
const UNICODE: Patterns = {
  compound: /[-_\u2010]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}{3}\p{N}/u,
  part:
    /[\p{Lu}\p{Lt}]\p{M}*(?:[\p{Lu}\p{Lt}]\p{M}*)+(?!\p{Ll})\p{N}*|\p{L}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{L}\p{N}*|\p{N}+/gu,
  numbered: /^(\p{L}{3,})\p{N}+$/u,
};

/**
 * The tokens of one written word: lower case; a hyphenated, snake or camel-case word both whole and in
 * parts; a word with accents both as written and folded, an Arabic one without its article as well; scripts
 * without spaces in words and pairs; an emoji as one word.
 */
export function analyseWord(raw: string): Word {
  if (isUnspaced(raw)) return segmentScript(raw, analyseWord);
  if (!isAscii(raw) && isEmoji(raw)) return emojiWord(raw);
  const tokens: Token[] = [];
  const bare = raw.replace(SIGN, "");
  if (bare !== raw) tokens.push({ term: clip(raw).toLowerCase(), offset: 0 });
  const { compound, part, numbered } = isAscii(bare) ? ASCII : UNICODE;
  if (!compound.test(bare)) {
    addForms(tokens, bare, 0);
    return { tokens, width: 1 };
  }
  const parts = bare.slice(0, SEARCH_LIMITS.compoundCharacters).match(part) ?? [];
  if (parts.length > 1 && parts.length <= SEARCH_LIMITS.compoundParts) {
    const whole = bare.replace(GLUE, "");
    tokens.push({
      term: clip(whole).toLowerCase(),
      offset: 0,
      whole: whole === bare ? "camel" : "glued",
    });
  }
  parts.forEach((form, at) => {
    addForms(tokens, form, at);
    const letters = numbered.exec(form)?.[1];
    if (letters !== undefined) addForms(tokens, letters, at);
  });
  return { tokens, width: Math.max(1, parts.length) };
}

function addForms(tokens: Token[], form: string, offset: number): void {
  const term = clip(form).toLowerCase();
  tokens.push({ term, offset });
  const folded = foldMarks(term);
  if (folded !== term) tokens.push({ term: folded, offset });
  const bare = isAscii(folded) ? folded : withoutArticle(folded);
  if (bare !== folded) tokens.push({ term: bare, offset });
}

/** The beginning that counts of a long word, with its last character whole. */
function clip(word: string): string {
  return word.slice(0, SEARCH_LIMITS.tokenCharacters).replace(/[\ud800-\udbff]$/, "");
}
