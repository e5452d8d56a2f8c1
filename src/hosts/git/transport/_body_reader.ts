/** Reads a body part by part. */
export interface BodyReader {
  /** The next part, good until the one after it is read; null at the end. */
  read(): Promise<Uint8Array | null>;
  cancel(): Promise<void>;
}

const PART_BYTES = 64 * 1024;

/** Fills one buffer again and again where the stream can: a large reply would leave as much to collect. */
export function createBodyReader(body: ReadableStream<Uint8Array>): BodyReader {
  const reader = bytesOf(body);
  if (reader === null) {
    const reader = body.getReader();
    return {
      read: async () => (await reader.read()).value ?? null,
      cancel: () => reader.cancel(),
    };
  }
  let buffer = new ArrayBuffer(PART_BYTES);
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return null;
      buffer = value.buffer;
      return value;
    },
    cancel: () => reader.cancel(),
  };
}

function bytesOf(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    // A stream of chunks, not of bytes.
    return null;
  }
}
