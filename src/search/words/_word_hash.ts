/** FNV-1a over UTF-16 code units: starts here, and takes one unit after another. */
export const HASH_START = 0x811c9dc5 | 0;

export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function hashWord(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = hashUnit(hash, word.charCodeAt(at));
  return hash;
}
