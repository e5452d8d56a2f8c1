import { SEARCH_LIMITS } from "./_limits.ts";

/** More combining marks in a row than any orthography stacks; longer runs make normalization quadratic. */
const MARK_RUN = /(\p{M}{8})\p{M}+/gu;
// deno-lint-ignore no-control-regex -- ASCII is the range from NUL to DEL
const ASCII = /^[\x00-\x7f]*$/;

export interface TextSlice {
  readonly text: string;
  /** Where the slice starts in the source, and how many characters of it it stands for. */
  readonly start: number;
  readonly length: number;
  readonly ascii: boolean;
}

/**
 * The text in normalized (NFKC) pieces that are cut between words where there is such a place. At most
 * `limit` characters are read before and as many after normalization, which may expand one to eighteen.
 */
export function* textSlices(text: string, limit: number): Generator<TextSlice> {
  const end = Math.min(text.length, limit);
  let budget = limit;
  for (let start = 0; start < end && budget > 0;) {
    const stop = sliceEnd(text, start, end);
    const source = text.slice(start, stop);
    const ascii = ASCII.test(source);
    const normal = ascii ? source : source.replace(MARK_RUN, "$1").normalize("NFKC").slice(0, budget);
    budget -= normal.length;
    yield { text: normal, start, length: stop - start, ascii };
    start = stop;
  }
}

/** The last white space of the slice, or a cut that leaves characters whole. */
function sliceEnd(text: string, start: number, end: number): number {
  const hard = start + SEARCH_LIMITS.sliceCharacters;
  if (hard >= end) return end;
  for (let at = hard; at > hard - 256; at--) {
    if (text.charCodeAt(at) <= 0x20) return at;
  }
  const code = text.charCodeAt(hard - 1);
  return code >= 0xd800 && code < 0xdc00 ? hard - 1 : hard;
}
