/** Reads lines and counted bytes from a stream of chunks; null where the stream ends too early. */
export interface ByteReader {
  /** Text up to the next line feed, without it. */
  line(maxBytes: number): Promise<string | null>;
  /** Exactly so many bytes, copied. */
  take(count: number): Promise<Uint8Array | null>;
  /** Passes over so many bytes, holding one chunk at a time. False: the stream ended. */
  skip(count: number): Promise<boolean>;
  /** Ends the stream. */
  close(): Promise<void>;
}

export function createByteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let chunk: Uint8Array = new Uint8Array(0);

  /** Makes sure that a byte is there. */
  async function more(): Promise<boolean> {
    while (chunk.length === 0) {
      const next = await iterator.next();
      if (next.done) return false;
      chunk = next.value;
    }
    return true;
  }

  async function each(count: number, use: (part: Uint8Array, at: number) => void): Promise<boolean> {
    for (let at = 0; at < count;) {
      if (!await more()) return false;
      const part = chunk.subarray(0, count - at);
      use(part, at);
      at += part.length;
      chunk = chunk.subarray(part.length);
    }
    return true;
  }

  return {
    async line(maxBytes) {
      let text = "";
      while (text.length < maxBytes && await more()) {
        const end = chunk.indexOf(10);
        text += new TextDecoder().decode(end < 0 ? chunk : chunk.subarray(0, end));
        chunk = end < 0 ? chunk.subarray(chunk.length) : chunk.subarray(end + 1);
        if (end >= 0) return text;
      }
      return null;
    },
    async take(count) {
      const bytes = new Uint8Array(count);
      return await each(count, (part, at) => bytes.set(part, at)) ? bytes : null;
    },
    skip: (count) => each(count, () => {}),
    async close() {
      await iterator.return?.();
    },
  };
}
