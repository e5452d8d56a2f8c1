/** Raw bytes of postings that are written, kept and read together. */
export const BLOCK_BYTES = 56 * 1024;

/** The numbers of the blocks in which a range of postings lies. */
export function blocksOf(start: number, end: number): readonly number[] {
  const first = Math.floor(start / BLOCK_BYTES);
  const last = end > start ? Math.floor((end - 1) / BLOCK_BYTES) : first;
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Bytes in which a range lies, and where. */
export interface PostingsRange {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A range out of its blocks: of one where it lies, of several put together. `block` gives those that `blocksOf` names. */
export function rangeOf(
  start: number,
  end: number,
  block: (number: number) => Uint8Array,
): PostingsRange {
  const first = Math.floor(start / BLOCK_BYTES);
  const offset = first * BLOCK_BYTES;
  if (end <= offset + BLOCK_BYTES) return { bytes: block(first), start: start - offset, end: end - offset };
  const numbers = blocksOf(start, end);
  const bytes = new Uint8Array(numbers.length * BLOCK_BYTES);
  numbers.forEach((number, at) => bytes.set(block(number), at * BLOCK_BYTES));
  return { bytes, start: start - offset, end: end - offset };
}
