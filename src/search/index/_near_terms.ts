import type { Pace } from "../pace.ts";
import { EditDistance } from "../words/mod.ts";
import { FIRST_TEXT_TERM } from "./name_terms.ts";
import type { TermDictionary, TermSpan } from "./term_dictionary.ts";

export interface NearTerm extends TermSpan {
  readonly term: string;
  readonly distance: number;
}

/** The terms of texts, by length: their numbers ascending, and which letters each has. */
interface NotedTerms {
  readonly numbers: Uint32Array;
  readonly letters: Int32Array;
  /** Where each length starts. */
  readonly starts: Uint32Array;
}

/** Terms that are noted between two chances for other work. */
const NOTED_AT_ONCE = 8192;
/** Longer terms are noted as of this length. */
const LONGEST = 63;

/**
 * Finds terms by likeness. The first search goes through the dictionary once and notes of each term how
 * long it is and which letters it has; from then on only terms that may be near are read.
 */
export class NearTerms {
  #noted: NotedTerms | null = null;

  constructor(private readonly terms: TermDictionary) {}

  get isPrepared(): boolean {
    return this.#noted !== null;
  }

  /** Does the work of the first search, yielding to other work. */
  async prepare(pace: Pace): Promise<void> {
    for (const noting = this.#note();;) {
      const { done, value } = noting.next();
      if (done) {
        this.#noted = value;
        return;
      }
      await pace(value);
    }
  }

  #noteNow(): NotedTerms {
    for (const noting = this.#note();;) {
      const { done, value } = noting.next();
      if (done) return value;
    }
  }

  /** Terms of texts within `most` edits of `word` (insert, delete, replace, swap of neighbours), nearest first. */
  find(word: string, most: number): readonly NearTerm[] {
    const { numbers, letters, starts } = this.#noted ??= this.#noteNow();
    const wanted = lettersOf(word);
    const distance = new EditDistance(word, most);
    const near: NearTerm[] = [];
    const scan = this.terms.scanner();
    const last = starts[Math.min(LONGEST, word.length + most) + 1] ?? 0;
    for (let at = starts[Math.max(0, word.length - most)] ?? 0; at < last; at++) {
      const has = letters[at] ?? 0;
      // An edit takes away one letter and brings one at most.
      if (countBits(has & ~wanted) > most || countBits(wanted & ~has) > most) continue;
      this.terms.move(scan, numbers[at] ?? 0);
      const edits = distance.to(scan.units, scan.length);
      if (edits > 0 && edits <= most) {
        near.push({ term: scan.term(), start: scan.start, end: scan.end, distance: edits });
      }
    }
    return near.sort((a, b) => a.distance - b.distance);
  }

  /** Yields how much work it did, in characters of text. */
  *#note(): Generator<number, NotedTerms> {
    const lengths = new Uint8Array(this.terms.capacity);
    const masks = new Int32Array(this.terms.capacity);
    const starts = new Uint32Array(LONGEST + 2);
    const scan = this.terms.scanner();
    // The letters of each beginning of the term at hand, which the next term mostly shares.
    const beginnings = new Int32Array(LONGEST + 1);
    let count = 0;
    for (; scan.next(); count++) {
      if (count % NOTED_AT_ONCE === NOTED_AT_ONCE - 1) yield NOTED_AT_ONCE * 8;
      const { units } = scan;
      // Names are found by their words in texts.
      const ofText = (units[0] ?? 0) >= FIRST_TEXT_TERM.charCodeAt(0);
      const length = Math.min(scan.length, LONGEST);
      for (let at = scan.shared; at < length; at++) {
        beginnings[at + 1] = (beginnings[at] ?? 0) | letterBit(units[at] ?? 0);
      }
      masks[count] = beginnings[length] ?? 0;
      const group = ofText ? length : 0;
      lengths[count] = group;
      starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    }
    for (let length = 1; length < starts.length; length++) {
      starts[length] = (starts[length] ?? 0) + (starts[length - 1] ?? 0);
    }
    const numbers = new Uint32Array(count);
    const letters = new Int32Array(count);
    const next = starts.slice();
    for (let number = 0; number < count; number++) {
      const length = lengths[number] ?? 0;
      const at = next[length] ?? 0;
      next[length] = at + 1;
      numbers[at] = number;
      letters[at] = masks[number] ?? 0;
    }
    return { numbers, letters, starts };
  }
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= letterBit(word.charCodeAt(at));
  return letters;
}

/** Letters that share a bit make a word seem nearer than it is, never farther. */
function letterBit(unit: number): number {
  return 1 << (unit & 31);
}

/** The bits of a 32-bit number that are set, added up in pairs, then nibbles, then bytes. */
function countBits(bits: number): number {
  const pairs = bits - (bits >>> 1 & 0x55555555);
  const nibbles = (pairs & 0x33333333) + (pairs >>> 2 & 0x33333333);
  return Math.imul(nibbles + (nibbles >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
