import { createInflate, inflateSync } from "node:zlib";
import { broken } from "./_git_failure.ts";

/** The least that zlib takes for an output buffer. */
const LEAST_CHUNK = 64;

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

/** Where the compressed object ends, without ever holding it: how many bytes it takes. */
export function passOverObject(bytes: Uint8Array, size: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const inflate = createInflate();
    const fail = () => reject(broken("holds an object that cannot be inflated"));
    let length = 0;
    inflate.on("data", (part: Uint8Array) => {
      length += part.length;
      if (length > size) {
        inflate.destroy();
        fail();
      }
    });
    inflate.on("end", () => length === size ? resolve(inflate.bytesWritten) : fail());
    inflate.on("error", fail);
    inflate.end(bytes);
  });
}
