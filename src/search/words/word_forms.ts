import { englishRoots } from "./_english_roots.ts";
import { englishStem } from "./_english_stem.ts";
import { irregularStems } from "./_irregular_forms.ts";
import { loanRoot } from "./_loan_roots.ts";

/** How much two forms of a word differ at their ends in languages that write grammar onto them. */
const LONGEST_ENDING = 3;
const SHARED_SHARE = 0.5;
const SHORTEST_SHARED = 3;

/** Letters behind a stem, a consonant that is written twice among them. */
const LONGEST_INFLECTION = 4;
/** Letters behind what derived words share: `optimi` and `optimisations`. */
const LONGEST_DERIVATION = 9;

const ENGLISH = /^[a-z]{4,}$/;
const SHORT_ENGLISH = /^[a-z]{3}$/;
const LATIN = /^[\p{sc=Latin}\p{M}]{4,}$/u;
/** Alphabets that inflect; scripts without spaces have their pairs, and Arabic roots change inside. */
const INFLECTED =
  /^[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Devanagari}\p{M}]{4,}$/u;

/** `foreign` counts in documents of a language that is not English alone. */
type FormKind = "inflected" | "derived" | "foreign";

/** How to find the other forms of a word: terms that start with `beginning` and are of some kind. */
interface FormSearch {
  readonly beginning: string;
  /** Longer terms are none. */
  readonly longest: number;
  /** Finds none but in documents of a language that is not English. */
  readonly foreign: boolean;
  kindOf(term: string): FormKind | null;
}

/** The searches for the forms of a word; none for numbers, short words and scripts without spaces. */
export function formSearches(word: string): readonly FormSearch[] {
  const searches: FormSearch[] = [];
  const english = ENGLISH.test(word);
  if (english) searches.push(englishForms(word));
  if (SHORT_ENGLISH.test(word)) searches.push(inflectedForms(word, word));
  searches.push(...irregularStems(englishStem(word)).map((stem) => inflectedForms(word, stem)));
  const latin = english || LATIN.test(word);
  if (latin || INFLECTED.test(word)) {
    searches.push(foreignForms(word, latin));
  }
  return searches;
}

/** The words of a stem: of a word too short to have others made of it, or of an irregular form. */
function inflectedForms(word: string, stem: string): FormSearch {
  return {
    beginning: beginningOf(stem),
    longest: stem.length + LONGEST_INFLECTION,
    foreign: false,
    kindOf: (term) => term !== word && englishStem(term) === stem ? "inflected" : null,
  };
}

/** Forms by the rules that languages share which write grammar onto the ends of words. */
function foreignForms(word: string, latin: boolean): FormSearch {
  const root = loanRoot(word);
  const shortest = Math.max(SHORTEST_SHARED, word.length - LONGEST_ENDING);
  return {
    beginning: word.slice(0, Math.min(shortest, beginningOf(root).length)),
    longest: Math.max(word.length + LONGEST_ENDING, root.length + LONGEST_DERIVATION),
    foreign: latin,
    kindOf: (term) => {
      if (term === word) return null;
      if (differByEnding(word, term)) return latin ? "foreign" : "inflected";
      if (loanRoot(term) !== root || !isWithinDerivation(root, word, term)) return null;
      return latin ? "foreign" : "derived";
    },
  };
}

function englishForms(word: string): FormSearch {
  const stem = englishStem(word);
  const roots = englishRoots(stem);
  const beginnings = [stem, ...roots].map(beginningOf);
  return {
    beginning: beginnings.reduce((a, b) => a.length < b.length ? a : b),
    longest: Math.max(...beginnings.map(({ length }) => length)) + LONGEST_DERIVATION,
    foreign: false,
    kindOf: (term) => {
      const other = englishStem(term);
      if (other === stem) return term === word ? null : "inflected";
      const isShared = (root: string) => roots.includes(root) && isWithinDerivation(root, word, term);
      return englishRoots(other).some(isShared) ? "derived" : null;
    },
  };
}

/** Whether both words end soon after their root; asked of both, so that either finds the other. */
function isWithinDerivation(root: string, ...words: readonly string[]): boolean {
  return words.every(({ length }) => length <= beginningOf(root).length + LONGEST_DERIVATION);
}

/** What all words of a stem or root begin with: capitals stand for letters that differ, and `y` turns into `i`. */
function beginningOf(stem: string): string {
  return stem.replace(/(?:[A-Z]|y)$/, "");
}

/** Same beginning, short endings: the one rule that inflecting languages share. */
function differByEnding(a: string, b: string): boolean {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  const longest = Math.max(a.length, b.length);
  return shared >= SHORTEST_SHARED && shared >= longest * SHARED_SHARE && longest - shared <= LONGEST_ENDING;
}
