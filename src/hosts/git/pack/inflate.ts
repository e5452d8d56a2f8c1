import { createInflate, inflateSync } from "node:zlib";
import { broken } from "../git_failure.ts";
import type { Pace } from "../pace.ts";

/** The least that zlib takes for an output buffer. */
const LEAST_CHUNK = 64;

/** What is inflated in one go takes a few milliseconds; larger objects are inflated in parts. Bytes. */
export const WHOLE_BYTES = 1024 * 1024;

/** Deflated bytes of a part: the worst of them become 16 MiB, in some 30 ms. */
const PART_BYTES = 16 * 1024;
const OUTPUT_BYTES = 64 * 1024;

/** Within so many bytes, any sane compressor has written `size` bytes: zlib's stored blocks, and room. */
export function deflateBound(size: number): number {
  return size + (size >>> 3) + 1024;
}

/**
 * Inflates one object, which must have exactly `size` bytes.
 *
 * @param bytes Starts with the compressed object; more may follow.
 * @returns The object, and how many bytes it took.
 */
export function inflateObject(
  bytes: Uint8Array,
  size: number,
): { readonly content: Uint8Array; readonly consumed: number } {
  const options = {
    info: true,
    maxOutputLength: Math.max(size, 1),
    chunkSize: Math.max(size, LEAST_CHUNK),
  };
  const { buffer, engine } = inflate(bytes, options);
  if (buffer.length !== size) throw broken("holds an object of another size than it says");
  return { content: buffer, consumed: engine.bytesWritten };
}

interface Inflated {
  readonly buffer: Uint8Array;
  /** Its count is of what was read, whatever its name says. */
  readonly engine: { readonly bytesWritten: number };
}

function inflate(bytes: Uint8Array, options: Parameters<typeof inflateSync>[1]): Inflated {
  try {
    // With `info`, node:zlib gives more than its types say.
    return inflateSync(bytes, options) as unknown as Inflated;
  } catch {
    throw broken("holds an object that cannot be inflated");
  }
}

/** Compressed bytes, one part after the other. */
export interface DeflatedParts {
  /** The next bytes, at most so many; good until the next call. Empty at the end. */
  next(count: number): Promise<Uint8Array>;
  /** Says how many of those bytes belong to the object. */
  used(count: number): void;
}

/**
 * Inflates one object part by part without holding it, and lets other work run in between. It must have
 * exactly `size` bytes. `put` is given each part, good until it returns.
 */
export async function inflateParts(
  parts: DeflatedParts,
  size: number,
  put: (part: Uint8Array) => void,
  pace: Pace,
): Promise<void> {
  const inflate = createInflate({ chunkSize: OUTPUT_BYTES });
  let length = 0;
  let ended = false;
  let failed = false;
  inflate.on("data", (part: Uint8Array) => {
    length += part.length;
    if (length > size) failed = true;
    else put(part);
    // Whatever else is in it is not worth the time.
    if (failed) inflate.destroy();
  });
  inflate.on("end", () => ended = true);
  inflate.on("error", () => failed = true);
  try {
    for (let read = 0; !ended && !failed;) {
      const before = length;
      const part = await parts.next(PART_BYTES);
      await new Promise<void>((resolve) => {
        inflate.once("close", resolve);
        const written = () => {
          inflate.off("close", resolve);
          resolve();
        };
        // That it was whole, an object shows by what follows it or by this.
        if (part.length === 0) inflate.end();
        else inflate.write(part, written);
      });
      if (part.length === 0 && !ended) failed = true;
      if (failed) break;
      parts.used(inflate.bytesWritten - read);
      read = inflate.bytesWritten;
      await pace(length - before);
    }
  } finally {
    inflate.destroy();
  }
  if (failed) throw broken("holds an object that cannot be inflated");
  if (length !== size) throw broken("holds an object of another size than it says");
}

/** Gives the memory of an object back at once that nobody holds any more: the collector would let it pile up. */
export function releaseObject({ buffer, length }: Uint8Array): void {
  // Small ones share a buffer.
  if (length >= LEAST_RELEASED && buffer instanceof ArrayBuffer && buffer.byteLength === length) {
    buffer.transfer(0);
  }
}

const LEAST_RELEASED = 4096;
