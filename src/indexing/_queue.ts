/** A bounded waiting line that takes turns between groups, so that one group's burst delays no other. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Item[]>();
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False when the queue is full. */
  add(group: string, item: Item): boolean {
    if (this.#size >= this.#limit) return false;
    const line = this.#lines.get(group);
    if (line === undefined) this.#lines.set(group, [item]);
    else line.push(item);
    this.#size++;
    return true;
  }

  /** The first item of the group whose turn it is; that group goes to the end. */
  take(): Item | undefined {
    for (const [group, line] of this.#lines) {
      this.#lines.delete(group);
      const item = line.shift();
      if (line.length > 0) this.#lines.set(group, line);
      this.#size--;
      return item;
    }
    return undefined;
  }
}
