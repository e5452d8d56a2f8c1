import { EditDistance } from "./_edit_distance.ts";
import { FIRST_TEXT_TERM } from "./_name_terms.ts";
import { BLOCK_TERMS, type TermDictionary, type TermSpan } from "./_term_dictionary.ts";

export interface NearTerm extends TermSpan {
  readonly distance: number;
}

/**
 * Finds terms by likeness. The first search goes through the dictionary once and notes of each term how
 * long it is and which letters it has; from then on only terms that may be near are read.
 */
export class NearTerms {
  #lengths: Uint8Array | null = null;
  #letters = new Int32Array(0);

  constructor(private readonly terms: TermDictionary) {}

  /** Memory that is held once a search was made. */
  get bytes(): number {
    return this.terms.capacity * 5;
  }

  /** Terms of texts within `most` edits of `word` (insert, delete, replace, swap of neighbours), nearest first. */
  find(word: string, most: number): readonly NearTerm[] {
    const lengths = this.#lengths ??= this.#note();
    const wanted = lettersOf(word);
    const distance = new EditDistance(word, most);
    const near: NearTerm[] = [];
    let scan = this.terms.at(0);
    let scanned = 0;
    for (let number = 1; number < lengths.length; number++) {
      const length = lengths[number] ?? 0;
      if (length < word.length - most || length > word.length + most) continue;
      const letters = this.#letters[number] ?? 0;
      // An edit takes away one letter and brings one at most.
      if (countBits(letters & ~wanted) > most || countBits(wanted & ~letters) > most) continue;
      if (number - scanned > BLOCK_TERMS) scan = this.terms.at(number);
      else while (scanned < number && scan.next()) scanned++;
      scanned = number;
      const edits = distance.to(scan.units, scan.length);
      if (edits > 0 && edits <= most) near.push({ start: scan.start, end: scan.end, distance: edits });
    }
    return near.sort((a, b) => a.distance - b.distance);
  }

  #note(): Uint8Array {
    const lengths = new Uint8Array(this.terms.capacity);
    this.#letters = new Int32Array(this.terms.capacity);
    const scan = this.terms.block(0);
    for (let number = 0; scan.next(); number++) {
      // Terms of names are found through those of texts.
      if ((scan.units[0] ?? 0) < FIRST_TEXT_TERM.charCodeAt(0)) continue;
      lengths[number] = Math.min(scan.length, 255);
      let letters = 0;
      for (let at = 0; at < scan.length; at++) letters |= 1 << ((scan.units[at] ?? 0) & 31);
      this.#letters[number] = letters;
    }
    return lengths;
  }
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** The bits of a 32-bit number that are set, added up in pairs, then nibbles, then bytes. */
function countBits(bits: number): number {
  const pairs = bits - (bits >>> 1 & 0x55555555);
  const nibbles = (pairs & 0x33333333) + (pairs >>> 2 & 0x33333333);
  return Math.imul(nibbles + (nibbles >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
