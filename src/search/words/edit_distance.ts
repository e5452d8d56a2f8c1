/**
 * Counts the inserts, deletes, replacements and swaps of neighbours that lead from a term to one word, each
 * letter edited once. Holds its rows, because a search compares with hundreds of terms. No library: those
 * count a swap as two edits, have no bound at which they stop, and want each term made into a string.
 */
export class EditDistance {
  readonly #word: Uint16Array;
  #before: Uint8Array;
  #above: Uint8Array;
  #current: Uint8Array;

  /** `most` edits are worth counting. */
  constructor(word: string, readonly most: number) {
    this.#word = Uint16Array.from(word, (_, at) => word.charCodeAt(at));
    this.#before = new Uint8Array(word.length + 1);
    this.#above = new Uint8Array(word.length + 1);
    this.#current = new Uint8Array(word.length + 1);
  }

  /** The distance to the first `length` code units; more than `most` where there are more. */
  to(units: Uint16Array, length: number): number {
    const word = this.#word;
    const width = word.length;
    if (Math.abs(length - width) > this.most) return this.most + 1;
    for (let column = 0; column <= width; column++) this.#above[column] = column;
    let leastAbove = 0;
    for (let row = 1; row <= length; row++) {
      const least = this.#fillRow(units, row);
      // A swap reaches back two rows, so that one row alone does not decide.
      if (least > this.most && leastAbove >= this.most) return this.most + 1;
      leastAbove = least;
      [this.#before, this.#above, this.#current] = [this.#above, this.#current, this.#before];
    }
    return this.#above[width] ?? 0;
  }

  /** Fills one row and returns its least cost. */
  #fillRow(units: Uint16Array, row: number): number {
    const word = this.#word;
    const above = this.#above;
    const current = this.#current;
    const unit = units[row - 1];
    const previous = row > 1 ? units[row - 2] : undefined;
    let least = row;
    let left = row;
    current[0] = row;
    for (let column = 1; column <= word.length; column++) {
      let cost = (above[column - 1] ?? 0) + (word[column - 1] === unit ? 0 : 1);
      cost = Math.min(cost, (above[column] ?? 0) + 1, left + 1);
      if (column > 1 && word[column - 1] === previous && word[column - 2] === unit) {
        cost = Math.min(cost, (this.#before[column - 2] ?? 0) + 1);
      }
      current[column] = cost;
      left = cost;
      if (cost < least) least = cost;
    }
    return least;
  }
}
