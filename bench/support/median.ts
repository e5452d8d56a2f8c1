/** The middle of some figures, which one round that was disturbed does not move; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
