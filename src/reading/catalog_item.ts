/** The item that an index of the catalog names. Throws `RangeError` when the catalog has no such item. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`Cannot read item "${index}": the catalog has no such item`);
  return item;
}

/** As `itemAt`; null where there is no index. */
export function itemOrNull<Item>(items: readonly Item[], index: number | null | undefined): Item | null {
  return index === null || index === undefined ? null : itemAt(items, index);
}
