/** A list of 32-bit unsigned integers that grows in place: a fraction of an array of numbers in memory. */
export class GrowingNumbers {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  slice(start: number, end: number): Uint32Array {
    return this.#values.subarray(start, end);
  }

  view(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}
