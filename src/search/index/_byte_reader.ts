const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads what `ByteWriter` wrote. Every read is bounds-checked and throws a `RangeError` past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes that were not read yet. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new RangeError("Cannot read an index: it ends too early");
    return value;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new RangeError("Cannot read an index: a number is too long");
  }

  bytes(length = this.varint()): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError("Cannot read an index: it ends too early");
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  text(): string {
    return decoder.decode(this.bytes());
  }
}
