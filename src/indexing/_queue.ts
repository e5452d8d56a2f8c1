/** Whose turn an item takes: first that of who asked for it, then that of its group. */
export interface Place {
  readonly client: string;
  readonly group: string;
}

interface Line<Item> {
  readonly groups: Map<string, Item[]>;
  size: number;
}

/**
 * A bounded waiting line that takes turns between clients, and for each client between its groups: what
 * one client asks for in plenty delays neither another's first item nor its own other groups.
 */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #lines = new Map<string, Line<Item>>();
  readonly #places = new Map<Item, Place>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#places.size;
  }

  /**
   * Lets an item wait that does not yet. A full queue gives it the place of the newest item of the longest
   * line, where that line stays longer than this one.
   *
   * @returns Whether it waits now, and the item that had to go for it.
   */
  add(place: Place, item: Item): { readonly waits: boolean; readonly gone: Item | null } {
    const gone = this.size < this.#limit ? null : this.#makeRoom(this.#sizeOf(place.client) + 1);
    if (this.size >= this.#limit) return { waits: false, gone: null };
    this.#append(item, place);
    return { waits: true, gone };
  }

  /** Somebody else asks for an item: if it waits still, it does so as theirs where they wait for nothing. */
  hasten(place: Place, item: Item): void {
    const now = this.#places.get(item);
    if (now === undefined || this.#sizeOf(place.client) > 0) return;
    this.#remove(item, now);
    this.#append(item, place);
  }

  /** The item whose turn it is of those that `mayRun`; its client and its group go to the end. */
  take(mayRun: (item: Item) => boolean = () => true): Item | undefined {
    for (const [client, line] of this.#lines) {
      for (const [group, items] of line.groups) {
        const [item] = items;
        if (item === undefined || !mayRun(item)) continue;
        this.#remove(item, { client, group });
        toTheEnd(line.groups, group);
        toTheEnd(this.#lines, client);
        return item;
      }
    }
    return undefined;
  }

  #sizeOf(client: string): number {
    return this.#lines.get(client)?.size ?? 0;
  }

  /** Drops an item of the longest line, if that is longer than `size`. */
  #makeRoom(size: number): Item | null {
    let longest: [string, Line<Item>] | null = null;
    for (const entry of this.#lines) {
      if (entry[1].size > (longest?.[1].size ?? size)) longest = entry;
    }
    if (longest === null) return null;
    const [client, { groups }] = longest;
    const [group, items] = [...groups].at(-1) ?? [];
    const item = items?.at(-1);
    if (group === undefined || item === undefined) return null;
    this.#remove(item, { client, group });
    return item;
  }

  #append(item: Item, place: Place): void {
    const line = this.#lines.get(place.client) ?? { groups: new Map(), size: 0 };
    this.#lines.set(place.client, line);
    const items = line.groups.get(place.group);
    if (items === undefined) line.groups.set(place.group, [item]);
    else items.push(item);
    line.size++;
    this.#places.set(item, place);
  }

  #remove(item: Item, { client, group }: Place): void {
    this.#places.delete(item);
    const line = this.#lines.get(client);
    const items = line?.groups.get(group);
    if (line === undefined || items === undefined) return;
    items.splice(items.indexOf(item), 1);
    line.size--;
    if (items.length === 0) line.groups.delete(group);
    if (line.size === 0) this.#lines.delete(client);
  }
}

function toTheEnd<Value>(turns: Map<string, Value>, key: string): void {
  const value = turns.get(key);
  if (value === undefined) return;
  turns.delete(key);
  turns.set(key, value);
}
