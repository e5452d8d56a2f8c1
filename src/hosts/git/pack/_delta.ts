import { broken } from "../git_failure.ts";

/** How long the object is that a delta makes: gitformat-pack(5), "Deltified representation". */
export function deltaResultSize(delta: Uint8Array): number {
  return readSize(delta, readSize(delta, 0).next).size;
}

/** Makes the object that `delta` describes from its base; the caller has bounded its size. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  const source = readSize(delta, 0);
  const target = readSize(delta, source.next);
  if (source.size !== base.length) throw broken("holds a delta for another base");
  const result = new Uint8Array(target.size);
  let at = target.next;
  let filled = 0;

  const byte = () => {
    const value = delta[at++];
    if (value === undefined) throw broken("holds a delta that ends too early");
    return value;
  };
  const put = (part: Uint8Array, length: number) => {
    if (part.length !== length || filled + length > result.length) {
      throw broken("holds a delta out of bounds");
    }
    result.set(part, filled);
    filled += length;
  };

  while (at < delta.length) {
    const instruction = byte();
    if (instruction === 0) throw broken("holds an unknown delta");
    if (instruction < 0x80) {
      put(delta.subarray(at, at + instruction), instruction);
      at += instruction;
      continue;
    }
    let offset = 0;
    let length = 0;
    for (let index = 0; index < 4; index++) {
      if (instruction & (1 << index)) offset += byte() * 2 ** (8 * index);
    }
    for (let index = 0; index < 3; index++) {
      if (instruction & (16 << index)) length += byte() * 2 ** (8 * index);
    }
    if (length === 0) length = 0x10000;
    put(base.subarray(offset, offset + length), length);
  }
  if (filled !== result.length) throw broken("holds a delta that ends too early");
  return result;
}

function readSize(delta: Uint8Array, start: number): { readonly size: number; readonly next: number } {
  let size = 0;
  for (let at = start, scale = 1; at < start + 6; at++, scale *= 128) {
    const value = delta[at];
    if (value === undefined) break;
    size += (value & 127) * scale;
    if (value < 128) return { size, next: at + 1 };
  }
  throw broken("holds a delta of no size");
}
