/** A word of a licence text as it is compared, and where it stands. */
export interface LicenceWord {
  /** Lower case, `license` spelt one way. */
  readonly word: string;
  /** UTF-16 code units of the text. */
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:\.\p{N}+)*/gu;

/** List markers, articles and what is left of `(c)` and `'s`: as often changed as kept. */
const MARKER = /^(?:\p{L}|\d{1,2}|[ivx]{2,5})$/u;

/** A line that names who holds the rights, however it is decorated, and says nothing else. */
const COPYRIGHT_LINE =
  /^(?![^\n]*\b(?:permission|permitted|may|must|use|distribut\w*|licen[cs]ed?)\b)[^\p{L}\n]{0,20}(?:(?:portions|parts)[^\n]{0,20})?(?:copyright\b[^\n]{0,20}(?:\(c\)|©|\d{4}|[<[{])|©|\(c\)|all rights reserved)[^\n]{0,160}$/gimu;

/** A note to those who edit the file; longer ones may hold the licence itself. */
const COMMENT = /<!--(?:(?!-->)[^<]){0,200}-->/g;

/** `<year>`, `[name of author]`, `${licensor name}`: to be filled in; an address in angle brackets is text. */
const PLACEHOLDER = /<(?!\w{1,9}:\/\/)[^<>\n]{1,60}>|\[[^[\]\n]{1,60}\]|\$?\{[^{}\n]{1,60}\}/gu;

/**
 * The words of a licence text that its terms are made of: case, punctuation, markup, wrapping, list
 * markers, placeholders and copyright lines are set aside, so that copies of one licence read the same.
 */
export function licenceWords(text: string): readonly LicenceWord[] {
  const terms = [COMMENT, COPYRIGHT_LINE, PLACEHOLDER].reduce(blank, text);
  const words: LicenceWord[] = [];
  for (const match of terms.matchAll(WORD)) {
    const word = normalized(match[0]);
    if (!MARKER.test(word)) words.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

function normalized(word: string): string {
  const lower = word.toLowerCase();
  return lower === "https" ? "http" : lower.replace("licenc", "licens");
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => " ".repeat(match.length));
}
