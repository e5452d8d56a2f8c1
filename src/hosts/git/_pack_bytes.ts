import { createHash } from "node:crypto";
import { broken, tooLarge } from "./_git_failure.ts";
import { hexOf } from "./_object_type.ts";
import type { Pace } from "./_pace.ts";
import { TRAILER_BYTES } from "./_pack_header.ts";

/** The bytes of a pack as they arrive, in one buffer that grows in place. */
export interface PackBytes {
  /** Waits until bytes up to `end` are there, or all that come. */
  reach(end: number): Promise<void>;
  /** From `start` to `end`, or to where the pack's trailer may begin. */
  slice(start: number, end: number): Uint8Array;
  /** Waits for the end, which must be at `objectsEnd` plus the trailer, and checks the trailer's hash. */
  finish(objectsEnd: number): Promise<void>;
  readonly length: number;
}

/** The buffer grows by so much at once. */
const STEP = 1024 * 1024;

export function createPackBytes(chunks: AsyncIterator<Uint8Array>, maxBytes: number, pace: Pace): PackBytes {
  const buffer = new ArrayBuffer(0, { maxByteLength: maxBytes });
  let length = 0;
  let complete = false;

  async function pull(): Promise<void> {
    const next = await chunks.next();
    if (next.done) {
      complete = true;
      return;
    }
    const { value } = next;
    if (length + value.length > maxBytes) throw tooLarge("is too large to be fetched");
    if (length + value.length > buffer.byteLength) {
      buffer.resize(Math.min(maxBytes, Math.ceil((length + value.length) / STEP) * STEP));
    }
    new Uint8Array(buffer, length, value.length).set(value);
    length += value.length;
  }

  return {
    async reach(end) {
      while (!complete && length < end) await pull();
    },
    slice(start, end) {
      const last = Math.min(end, complete ? length - TRAILER_BYTES : length);
      if (last < start) throw broken("ends within an object");
      return new Uint8Array(buffer, start, last - start);
    },
    async finish(objectsEnd) {
      while (!complete) await pull();
      if (length !== objectsEnd + TRAILER_BYTES) throw broken("holds a pack of another length than it says");
      const hash = createHash("sha1");
      for (let at = 0; at < objectsEnd; at += STEP) {
        const part = new Uint8Array(buffer, at, Math.min(STEP, objectsEnd - at));
        hash.update(part);
        await pace(part.length / 2);
      }
      const trailer = new Uint8Array(buffer, objectsEnd, TRAILER_BYTES);
      if (hash.digest("hex") !== hexOf(trailer)) throw broken("holds a damaged pack");
    },
    get length() {
      return length;
    },
  };
}
