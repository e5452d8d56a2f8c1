/** Slots looked at for a word. Words made to collide are then forgotten, and cost their analysis again. */
const PROBES = 32;
/** What `find` answers for a word that it does not know. */
export const UNKNOWN_WORD = -1;

/**
 * A number for each word, found by where the word stands in a text: most words of a text were seen before,
 * and cutting each out to look it up would cost more than everything else that is done with it.
 */
export class KnownWords {
  #slots = new Int32Array(1 << 12).fill(UNKNOWN_WORD);
  #hashes = new Int32Array(1 << 11);
  #values = new Int32Array(1 << 11);
  readonly #words: string[] = [];

  constructor(private readonly capacity: number) {}

  get full(): boolean {
    return this.#words.length >= this.capacity;
  }

  find(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const home = mix(hash);
    for (let probe = 0; probe < PROBES; probe++) {
      const at = slots[home + probe & mask] ?? UNKNOWN_WORD;
      if (at < 0) break;
      if (this.#hashes[at] === hash && stands(this.#words[at] ?? "", text, start, end)) {
        return this.#values[at] ?? UNKNOWN_WORD;
      }
    }
    return UNKNOWN_WORD;
  }

  /** Remembers a word that `find` did not find, unless it is full. `value` is not negative. */
  add(word: string, hash: number, value: number): void {
    const at = this.#words.length;
    if (this.full) return;
    if (at === this.#values.length) this.#grow();
    this.#words.push(word);
    this.#hashes[at] = hash;
    this.#values[at] = value;
    this.#insert(at);
  }

  #grow(): void {
    const size = this.#values.length * 2;
    const hashes = new Int32Array(size);
    const values = new Int32Array(size);
    hashes.set(this.#hashes);
    values.set(this.#values);
    this.#hashes = hashes;
    this.#values = values;
    this.#slots = new Int32Array(size * 2).fill(UNKNOWN_WORD);
    for (let at = 0; at < this.#words.length; at++) this.#insert(at);
  }

  #insert(at: number): void {
    const mask = this.#slots.length - 1;
    const home = mix(this.#hashes[at] ?? 0);
    for (let probe = 0; probe < PROBES; probe++) {
      const slot = home + probe & mask;
      if ((this.#slots[slot] ?? 0) >= 0) continue;
      this.#slots[slot] = at;
      return;
    }
  }
}

/** Slots are taken from the low bits, into which the high ones go as well. */
function mix(hash: number): number {
  return hash ^ hash >>> 15;
}

function stands(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  }
  return true;
}
