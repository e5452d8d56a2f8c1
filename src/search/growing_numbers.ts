/** A list of 32-bit unsigned integers that grows in place: a tenth of an array of numbers in memory. */
export class GrowingNumbers {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  view(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}
