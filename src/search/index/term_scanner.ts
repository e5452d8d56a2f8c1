/** A term as UTF-16 code units: how a dictionary holds one without making a string of it. */
export interface TermUnits {
  readonly units: Uint16Array;
  readonly length: number;
}

/** In a term's first byte, a nibble that says that a number follows instead. */
export const LONG = 15;

/** Steps through terms in order. Bounds-checked; throws a `RangeError` where the bytes are broken. */
export class TermScanner implements TermUnits {
  units: Uint16Array = new Uint16Array(64);
  length = 0;
  /** Code units that the term has in common with the one before it. */
  shared = 0;
  #at = 0;
  #start = 0;
  #end = 0;
  #held = false;

  constructor(private readonly bytes: Uint8Array, private readonly postingsLength: number) {}

  /** Goes before the term that is written at `at` without its beginning, and whose postings start at `postings`. */
  jump(at: number, postings: number): void {
    this.#at = at;
    this.#end = postings;
    this.#held = false;
    this.length = 0;
  }

  /** Where the term's postings start. */
  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  term(): string {
    let term = "";
    for (let at = 0; at < this.length; at++) term += String.fromCharCode(this.units[at] ?? 0);
    return term;
  }

  startsWith(beginning: string): boolean {
    if (this.length < beginning.length) return false;
    for (let at = 0; at < beginning.length; at++) {
      if (this.units[at] !== beginning.charCodeAt(at)) return false;
    }
    return true;
  }

  /** Goes on until the next term is the first at or after `term`. */
  skipBefore(term: string): void {
    while (this.next()) {
      if (this.compare(term) < 0) continue;
      this.#held = true;
      return;
    }
  }

  /** Negative where the scanner's term comes before `term`, 0 where it is that. */
  compare(term: string): number {
    const length = Math.min(this.length, term.length);
    for (let at = 0; at < length; at++) {
      const difference = (this.units[at] ?? 0) - term.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return this.length - term.length;
  }

  next(): boolean {
    if (this.#held) {
      this.#held = false;
      return true;
    }
    if (this.#at >= this.bytes.length) return false;
    const head = this.#byte();
    const shared = head >>> 4 === LONG ? this.#varint() : head >>> 4;
    const size = (head & LONG) === LONG ? this.#varint() : head & LONG;
    if (shared > this.length) throw new RangeError("Cannot read an index: its terms are broken");
    this.#decode(shared, size);
    this.shared = shared;
    this.#start = this.#end;
    this.#end += this.#varint();
    if (this.#end > this.postingsLength) throw new RangeError("Cannot read an index: its terms are broken");
    return true;
  }

  #decode(shared: number, size: number): void {
    const stop = this.#at + size;
    if (stop > this.bytes.length) throw new RangeError("Cannot read an index: it ends too early");
    if (shared + size > this.units.length) {
      const grown = new Uint16Array((shared + size) * 2);
      grown.set(this.units.subarray(0, shared));
      this.units = grown;
    }
    const { bytes, units } = this;
    let to = shared;
    while (this.#at < stop) {
      const byte = bytes[this.#at++] ?? 0;
      if (byte < 0x80) units[to++] = byte;
      else to = this.#decodeLong(byte, to);
    }
    this.length = to;
  }

  /** A character of two to four UTF-8 bytes, the first of which was read. */
  #decodeLong(first: number, to: number): number {
    if (first < 0xe0) {
      this.units[to] = (first & 0x1f) << 6 | this.#tail();
      return to + 1;
    }
    if (first < 0xf0) {
      this.units[to] = (first & 0x0f) << 12 | this.#tail() << 6 | this.#tail();
      return to + 1;
    }
    const point = ((first & 7) << 18 | this.#tail() << 12 | this.#tail() << 6 | this.#tail()) - 0x10000;
    this.units[to] = 0xd800 | point >>> 10;
    this.units[to + 1] = 0xdc00 | point & 0x3ff;
    return to + 2;
  }

  #tail(): number {
    return this.#byte() & 0x3f;
  }

  #byte(): number {
    const byte = this.bytes[this.#at++];
    if (byte === undefined) throw new RangeError("Cannot read an index: it ends too early");
    return byte;
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError("Cannot read an index: a number is too long");
  }
}
