import type { Token, Word } from "./_word.ts";

/** Symbols before this are signs of text (©, ™, ↔) more often than pictures. */
const PICTURE = "(?![\\0-\\u22ff])\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?";

/** One emoji as readers see it: a flag, or pictures that are joined to one. The source of an expression. */
export const EMOJI = `\\p{Regional_Indicator}{2}|${PICTURE}(?:\\u200d${PICTURE}){0,8}`;

const STARTS_EMOJI = new RegExp(`^(?:${EMOJI})`, "u");
const TONE = /\p{Emoji_Modifier}/gu;

export function isEmoji(word: string): boolean {
  return STARTS_EMOJI.test(word);
}

/** The emoji as it is written and, where that differs, without the colour of skin. It stands between words and parts none. */
export function emojiWord(raw: string): Word {
  const term = raw.replaceAll("\ufe0f", "");
  const plain = term.replace(TONE, "");
  const tokens: Token[] = [{ term, offset: 0 }];
  if (plain !== term && plain !== "") tokens.push({ term: plain, offset: 0 });
  return { tokens, width: 0 };
}
