import { textHash } from "../text_hash.ts";

/**
 * Remembers identifiers in fixed memory: it never forgets one, and takes a few others for one of them;
 * about one in ten million when it holds 100,000, one in fifty when it holds a million.
 */
export interface IdFilter {
  add(id: string): void;
  has(id: string): boolean;
}

const BITS = 2 ** 23;
const PROBES = 6;

/** @param seed Another one makes other mistakes. */
export function createIdFilter(seed: string): IdFilter {
  const bits = new Uint8Array(BITS / 8);
  const first = textHash(seed);
  const second = textHash(seed, 0x9e3779b9);

  function* places(id: string): Generator<number> {
    const start = textHash(id, first);
    const step = textHash(id, second) | 1;
    for (let probe = 0; probe < PROBES; probe++) yield (start + Math.imul(step, probe)) >>> 9;
  }

  return {
    add(id) {
      for (const place of places(id)) bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
    },
    has: (id) => places(id).every((place) => ((bits[place >>> 3] ?? 0) >>> (place & 7) & 1) === 1),
  };
}
