const encoder = new TextEncoder();

/** Bytes that grow as they are written. Integers are unsigned and below 2^32, written as varints. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Forgets what was written and keeps the room. */
  clear(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  varint(value: number): void {
    this.#reserve(5);
    while (value > 127) {
      this.#bytes[this.#length++] = value & 127 | 128;
      value >>>= 7;
    }
    this.#bytes[this.#length++] = value;
  }

  /** The UTF-8 bytes of code units `from` to `to`, which hold surrogates in pairs alone. */
  utf8(units: Uint16Array, from: number, to: number): void {
    this.#reserve((to - from) * 3);
    for (let at = from; at < to; at++) {
      const unit = units[at] ?? 0;
      if (unit < 0x80) this.#bytes[this.#length++] = unit;
      else if (unit >= 0xd800 && unit < 0xdc00) {
        this.#utf8Point(0x10000 + ((unit & 0x3ff) << 10 | (units[++at] ?? 0) & 0x3ff));
      } else this.#utf8Point(unit);
    }
  }

  #utf8Point(point: number): void {
    if (point < 0x800) {
      this.#bytes[this.#length++] = 0xc0 | point >>> 6;
    } else {
      if (point < 0x10000) {
        this.#bytes[this.#length++] = 0xe0 | point >>> 12;
      } else {
        this.#bytes[this.#length++] = 0xf0 | point >>> 18;
        this.#bytes[this.#length++] = 0x80 | point >>> 12 & 0x3f;
      }
      this.#bytes[this.#length++] = 0x80 | point >>> 6 & 0x3f;
    }
    this.#bytes[this.#length++] = 0x80 | point & 0x3f;
  }

  /** Length and UTF-8 bytes. */
  text(text: string): void {
    this.bytes(encoder.encode(text));
  }

  /** Length and bytes. */
  bytes(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What was written so far; a view that the next write may invalidate. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
