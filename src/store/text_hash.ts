/** A number of 32 bits that spreads texts: FNV-1a, then mixed. Whoever wants to can find texts of one hash. */
export function textHash(text: string, start = 0x811c9dc5): number {
  let state = start;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  return (state ^ (state >>> 13)) >>> 0;
}
