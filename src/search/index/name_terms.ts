/**
 * Names have terms of their own, which no text can contain: a scan by their beginning meets names alone,
 * and a query that is a name whole is one look-up.
 */
const NAME_WORD = "\u0001";
const WHOLE_NAME = "\u0002";

/** A word of a name, or the beginning of one. */
export function nameTerm(word: string): string {
  return NAME_WORD + word;
}

/** A name written as one word. */
export function wholeNameTerm(name: string): string {
  return WHOLE_NAME + name;
}

/** Terms that texts may contain come after all of these. */
export const FIRST_TEXT_TERM = "\u0003";
