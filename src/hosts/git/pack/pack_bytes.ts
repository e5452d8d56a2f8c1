import { createHash } from "node:crypto";
import { broken, tooLarge } from "../git_failure.ts";
import { hexOf } from "./object_type.ts";
import type { Pace } from "../pace.ts";
import { TRAILER_BYTES } from "./pack_header.ts";

/** The bytes of a pack as they arrive: what lies ahead to be read, and what was kept of what is behind. */
export interface PackBytes {
  /** Where what lies ahead starts in the pack. */
  readonly position: number;
  /** So many bytes ahead, fewer where the pack ends: good until the next call. */
  ahead(count: number): Promise<Uint8Array>;
  /** Goes on behind so many bytes and keeps them next to what was kept before; false where that would be over `most`. */
  keep(count: number, most?: number): boolean;
  /** Goes on behind so many bytes and forgets them. */
  drop(count: number): void;
  /** How many bytes are kept. */
  readonly kept: number;
  /** Bytes that were kept, of all of them. */
  slice(start: number, end: number): Uint8Array;
  /** Forgets what was kept from `start` on. */
  unkeep(start: number): void;
  /** Waits for the end, which must be here but for the trailer, and checks the trailer's hash. */
  finish(): Promise<void>;
  /** Gives the memory back of all that is not kept. */
  trim(): void;
}

/** The buffer grows by so much at once, and what was forgotten is moved over once it is as much. */
const STEP = 1024 * 1024;

/** The most that may be asked for at once, and what comes with it. */
const MOST_AHEAD = 4 * STEP;

/**
 * One buffer that grows in place: kept bytes, then forgotten ones, then those ahead.
 *
 * @param limits Of kept bytes, and of all the bytes of the pack.
 */
export function createPackBytes(
  chunks: AsyncIterator<Uint8Array>,
  limits: { readonly keptBytes: number; readonly streamBytes: number },
  pace: Pace,
): PackBytes {
  const buffer = new ArrayBuffer(0, { maxByteLength: limits.keptBytes + MOST_AHEAD });
  const hash = createHash("sha1");
  let kept = 0;
  /** Where what lies ahead starts and ends in the buffer. */
  let start = 0;
  let end = 0;
  let position = 0;
  let complete = false;
  /** Bytes behind `start` that are still to be hashed. */
  let unhashed = 0;

  function hashBehind(): void {
    if (unhashed > 0) hash.update(new Uint8Array(buffer, start - unhashed, unhashed));
    unhashed = 0;
  }

  function closeGap(): void {
    if (start === kept) return;
    hashBehind();
    new Uint8Array(buffer).copyWithin(kept, start, end);
    end -= start - kept;
    start = kept;
  }

  async function pull(): Promise<void> {
    if (position + end - start > limits.streamBytes) throw tooLarge("is too large to be fetched");
    const next = await chunks.next();
    if (next.done) {
      complete = true;
      return;
    }
    const { value } = next;
    if (start - kept > STEP) closeGap();
    if (end + value.length > buffer.byteLength) {
      const size = Math.ceil((end + value.length) / STEP) * STEP;
      buffer.resize(Math.min(buffer.maxByteLength, size));
    }
    new Uint8Array(buffer, end, value.length).set(value);
    end += value.length;
  }

  function advance(count: number): void {
    start += count;
    position += count;
    unhashed += count;
    if (unhashed > STEP / 16) hashBehind();
  }

  return {
    get position() {
      return position;
    },
    get kept() {
      return kept;
    },
    async ahead(count) {
      while (!complete && end - start < count) await pull();
      const last = Math.min(start + count, complete ? end - TRAILER_BYTES : end);
      if (last < start) throw broken("ends within an object");
      return new Uint8Array(buffer, start, last - start);
    },
    keep(count, most = limits.keptBytes) {
      if (kept + count > Math.min(most, limits.keptBytes)) return false;
      closeGap();
      advance(count);
      kept = start;
      return true;
    },
    drop: advance,
    slice: (start, end) => new Uint8Array(buffer, start, end - start),
    unkeep(start) {
      hashBehind();
      kept = start;
    },
    async finish() {
      while (!complete) {
        await pull();
        if (end - start > TRAILER_BYTES) break;
      }
      if (end - start !== TRAILER_BYTES) throw broken("holds a pack of another length than it says");
      hashBehind();
      await pace(0);
      if (hash.digest("hex") !== hexOf(new Uint8Array(buffer, start, TRAILER_BYTES))) {
        throw broken("holds a damaged pack");
      }
    },
    trim() {
      buffer.resize(kept);
    },
  };
}
