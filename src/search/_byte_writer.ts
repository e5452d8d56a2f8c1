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

  /** The UTF-8 bytes alone; returns how many. */
  utf8(text: string): number {
    this.#reserve(text.length * 3);
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#length));
    this.#length += written;
    return written;
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

  clear(): void {
    this.#length = 0;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
