import { Buffer } from "node:buffer";

const BLOCK = 1024;
/** A line break between two lines, escaped. */
const BREAK_BYTES = 2;

/** UTF-8 bytes that `text` takes inside a JSON string, its quotes left out. */
export function escapedBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** As `escapedBytes`, of the lines joined. */
export function escapedLineBytes(lines: readonly string[]): number {
  return escapedBytes(lines.join("\n"));
}

/** Whether a text fits into a JSON string of `budgetBytes`, its quotes counted. */
export function fits(text: string, budgetBytes: number): boolean {
  return escapedBytes(text) + 2 <= budgetBytes;
}

/** How many of the blocks, each on lines of its own behind a frame that is counted already, fit in `room`. */
export function countFitting(blocks: readonly string[], room: number): number {
  let left = room;
  const over = blocks.findIndex((block) => (left -= escapedBytes(block) + BREAK_BYTES) < 0);
  return over < 0 ? blocks.length : over;
}

/**
 * The length, in UTF-16 units, of the longest head of well-formed `text` that takes at most `room`
 * escaped bytes; never half a character. Measures in blocks, because `JSON.stringify()` is many times
 * faster than a loop over characters, and looks closer only at the block that no longer fits.
 */
export function fittingLength(text: string, room: number): number {
  let left = room;
  let size = BLOCK;
  let index = 0;
  while (index < text.length) {
    const end = characterEnd(text, index + size);
    const bytes = escapedBytes(text.slice(index, end));
    if (bytes <= left) {
      left -= bytes;
      index = end;
    } else if (size === 1) {
      break;
    } else {
      size /= 2;
    }
  }
  return index;
}

/** `index`, or behind the pair that it would split, or the end. */
function characterEnd(text: string, index: number): number {
  if (index >= text.length) return text.length;
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff ? index + 1 : index;
}
