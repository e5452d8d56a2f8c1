/** In a term's first byte, a nibble that says that a number follows instead. */
export const LONG = 15;

/** Steps through terms in order. Bounds-checked; throws a `RangeError` where the bytes are broken. */
export class TermScanner {
  units: Uint16Array = new Uint16Array(64);
  length = 0;
  shared = 0;
  #at: number;
  #start = 0;
  #end: number;
  #held = false;

  constructor(
    private readonly bytes: Uint8Array,
    at: number,
    postings: number,
    private readonly postingsLength: number,
  ) {
    this.#at = at;
    this.#end = postings;
  }

  /** Where the term's postings start. */
  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  term(): string {
    return String.fromCharCode(...this.units.subarray(0, this.length));
  }

  startsWith(beginning: string): boolean {
    if (this.length < beginning.length) return false;
    for (let at = 0; at < beginning.length; at++) {
      if (this.units[at] !== beginning.charCodeAt(at)) return false;
    }
    return true;
  }

  skipBefore(term: string): void {
    while (this.next()) {
      if (this.term() >= term) {
        this.#held = true;
        return;
      }
    }
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
    let to = shared;
    while (this.#at < stop) {
      const byte = this.#byte();
      if (byte < 0x80) {
        this.units[to++] = byte;
      } else if (byte < 0xe0) {
        this.units[to++] = (byte & 0x1f) << 6 | this.#byte() & 0x3f;
      } else if (byte < 0xf0) {
        this.units[to++] = (byte & 0x0f) << 12 | (this.#byte() & 0x3f) << 6 | this.#byte() & 0x3f;
      } else {
        const point = ((byte & 7) << 18 | (this.#byte() & 0x3f) << 12 | (this.#byte() & 0x3f) << 6 |
          this.#byte() & 0x3f) - 0x10000;
        this.units[to++] = 0xd800 | point >>> 10;
        this.units[to++] = 0xdc00 | point & 0x3ff;
      }
    }
    this.length = to;
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
