import { broken } from "../git_failure.ts";

/** One packet of gitprotocol-common(5), "pkt-line Format", and the special ones of gitprotocol-v2(5). */
export type Packet =
  /** The bytes are good until the next packet is read. */
  | { readonly kind: "data"; readonly bytes: Uint8Array }
  | { readonly kind: "flush" | "delimiter" | "response-end" };

/** Reads packets; null at the end of the reply. */
export type NextPacket = () => Promise<Packet | null>;

const LARGEST = 65_520;
const HEADER = 4;

export function createPacketReader(chunks: AsyncIterator<Uint8Array>): NextPacket {
  const scratch = new Uint8Array(LARGEST);
  let chunk: Uint8Array = new Uint8Array(0);

  /** So many bytes; null when the reply ends before the first one. */
  async function take(count: number): Promise<Uint8Array | null> {
    if (chunk.length >= count) {
      const bytes = chunk.subarray(0, count);
      chunk = chunk.subarray(count);
      return bytes;
    }
    let filled = 0;
    while (filled < count) {
      if (chunk.length === 0) {
        const next = await chunks.next();
        if (next.done) {
          if (filled === 0) return null;
          throw broken("ends within a packet");
        }
        chunk = next.value;
      }
      const part = chunk.subarray(0, count - filled);
      scratch.set(part, filled);
      filled += part.length;
      chunk = chunk.subarray(part.length);
    }
    return scratch.subarray(0, count);
  }

  return async () => {
    const header = await take(HEADER);
    if (header === null) return null;
    const length = parseLength(header);
    if (length === 0) return { kind: "flush" };
    if (length === 1) return { kind: "delimiter" };
    if (length === 2) return { kind: "response-end" };
    if (length < HEADER || length > LARGEST) throw broken("holds a packet of an impossible length");
    if (length === HEADER) return { kind: "data", bytes: new Uint8Array(0) };
    const bytes = await take(length - HEADER);
    if (bytes === null) throw broken("ends within a packet");
    return { kind: "data", bytes };
  };
}

/** Four hex digits, and no other spelling of a number. */
function parseLength(header: Uint8Array): number {
  let length = 0;
  for (const byte of header) {
    const digit = byte >= 48 && byte <= 57
      ? byte - 48
      : (byte | 32) >= 97 && (byte | 32) <= 102
      ? (byte | 32) - 87
      : -1;
    if (digit < 0) throw broken("is not made of packets");
    length = length * 16 + digit;
  }
  return length;
}

/** A request's body: each text a packet, null the delimiter, a flush at the end. */
export function writePackets(lines: readonly (string | null)[]): Uint8Array<ArrayBuffer> {
  const parts = lines.map((line) => {
    if (line === null) return "0001";
    const text = `${line}\n`;
    const length = new TextEncoder().encode(text).length + HEADER;
    if (length > LARGEST) throw new RangeError(`Cannot write a packet of ${length} bytes: too long`);
    return length.toString(16).padStart(4, "0") + text;
  });
  return new TextEncoder().encode(`${parts.join("")}0000`);
}
