import { type LicenceText, licenceTexts, UNKNOWN_WORD } from "./licence_texts.ts";

/** A licence of the list whose text is part of another text. */
export interface LicenceWithin {
  readonly licence: LicenceText;
  /** For each word of the other text: the licence has it in the same surroundings. */
  readonly explained: readonly boolean[];
}

/** A text as it is compared with licences. Order counts by threes, so that moved paragraphs are still the licence. */
export interface ComparedText {
  /** Numbers of its words, in order. */
  readonly words: Uint16Array;
  /** Every three words that follow each other, numbered. */
  readonly threes: ReadonlyMap<number, number>;
}

/** Share of a licence's words that a copy may lack. */
const LACKING = 0.1;

/** The same for the words that give something: a short licence must have them all. */
const LACKING_GRANTS = 0.0025;

/** Share of a licence's words from which on a text that names it is meant to be a copy. */
const HALF = 0.5;

/** Licences looked at closely, those that share most words first. */
const CANDIDATES = 48;

/** Licences found in one text; one of more is a collection. */
const MOST = 8;

/** Words that a further licence must account for: its siblings differ in fewer. */
const FURTHER = 12;

export function comparedText(words: Uint16Array): ComparedText {
  const threes = new Map<number, number>();
  for (let at = 0; at + 2 < words.length; at++) {
    const three = threeAt(words, at);
    if (!threes.has(three)) threes.set(three, threes.size);
  }
  return { words, threes };
}

/** The licences that `text` is made of, the one that accounts for most of its words first. */
export function licencesWithin(text: ComparedText): readonly LicenceWithin[] {
  const complete = candidates(text.words).flatMap((licence) => {
    const missing = missingWords(licence, text);
    return missing === null ? [] : [{ licence, missing, explained: explainedBy(licence, text) }];
  });
  const found: LicenceWithin[] = [];
  const left = new Array<boolean>(text.words.length).fill(true);
  while (found.length < MOST) {
    let best: (LicenceWithin & { readonly gain: number }) | null = null;
    for (const { licence, missing, explained } of complete) {
      const gain = explained.filter((isExplained, at) => isExplained && left[at]).length - missing;
      if (gain > (best?.gain ?? FURTHER - 1)) best = { licence, explained, gain };
    }
    if (best === null) break;
    found.push(best);
    for (const [at, isExplained] of best.explained.entries()) if (isExplained) left[at] = false;
  }
  return found;
}

/** For each word of `text` whether the licence has it in the same surroundings, its appendix included. */
export function explainedBy(licence: LicenceText, { words, threes }: ComparedText): readonly boolean[] {
  const shared = new Uint8Array(threes.size);
  for (let at = 0; at + 2 < licence.words.length; at++) {
    const number = threes.get(threeAt(licence.words, at));
    if (number !== undefined) shared[number] = 1;
  }
  return inPlace(words, (three) => shared[threes.get(three) ?? 0] === 1);
}

/** Whether `text` is a copy of the licence that was changed where it gives something. */
export function isChangedCopy(licence: LicenceText, text: ComparedText): boolean {
  const required = licence.words.subarray(0, licence.required);
  const copied = inPlace(required, (three) => text.threes.has(three)).filter((isCopied) => isCopied).length;
  return copied >= HALF * required.length && missingWords(licence, text) === null;
}

/** How many words of the licence are not in place; null when they are too many, or give too much. */
function missingWords(licence: LicenceText, { threes }: ComparedText): number | null {
  const { grants } = licenceTexts();
  const required = licence.words.subarray(0, licence.required);
  const copied = inPlace(required, (three) => threes.has(three));
  const missing = [...required].filter((_, at) => !copied[at]);
  const missingGrants = missing.filter((word) => grants.has(word)).length;
  const isComplete = missing.length <= LACKING * required.length &&
    missingGrants <= LACKING_GRANTS * required.length;
  return isComplete ? missing.length : null;
}

/** Licences whose words are nearly all there, wherever they stand: cheap, and wrong only by too many. */
function candidates(words: Uint16Array): readonly LicenceText[] {
  const there = new Uint32Array(UNKNOWN_WORD + 1);
  for (const word of words) there[word] = (there[word] ?? 0) + 1;
  const found: { readonly licence: LicenceText; readonly shared: number }[] = [];
  for (const licence of licenceTexts().texts) {
    const missing = missingCount(licence.counts, there);
    if (missing <= LACKING * licence.required) found.push({ licence, shared: licence.required - missing });
  }
  return found.sort((one, other) => other.shared - one.shared).slice(0, CANDIDATES).map(({ licence }) =>
    licence
  );
}

function missingCount(counts: Uint16Array, there: Uint32Array): number {
  let missing = 0;
  for (let at = 0; at < counts.length; at += 2) {
    missing += Math.max(0, (counts[at + 1] ?? 0) - (there[counts[at] ?? 0] ?? 0));
  }
  return missing;
}

/** For each word whether it is one of three in a row that are shared. */
function inPlace(words: Uint16Array, isShared: (three: number) => boolean): readonly boolean[] {
  const found = new Array<boolean>(words.length).fill(false);
  for (let at = 0; at + 2 < words.length; at++) {
    if (isShared(threeAt(words, at))) found[at] = found[at + 1] = found[at + 2] = true;
  }
  return found;
}

/** Three words from `at` on as one number. */
function threeAt(words: Uint16Array, at: number): number {
  return ((words[at] ?? 0) * 0x10000 + (words[at + 1] ?? 0)) * 0x10000 + (words[at + 2] ?? 0);
}
