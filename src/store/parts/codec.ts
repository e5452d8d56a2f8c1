import { Buffer } from "node:buffer";
import { Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import type { PartManifest } from "../../../contracts/snapshots.ts";
import { yieldToEventLoop } from "../../flow/mod.ts";

export type Codec = PartManifest["codec"];

/** Not every runtime that speaks `node:zlib` has zstd. */
export const PREFERRED_CODEC: Codec = "createZstdCompress" in zlib ? "zstd" : "gzip";

/** Bytes handled before other work gets a turn: about 10 ms of compression. */
const SLICE_BYTES = 512 * 1024;

const LEVEL = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 } };

const ROOM_BYTES = 64;

export async function compress(bytes: Uint8Array, codec: Codec): Promise<Uint8Array> {
  if (codec === "none" || bytes.byteLength <= SLICE_BYTES) return compressAtOnce(bytes, codec);
  const transform = codec === "zstd" ? zlib.createZstdCompress(LEVEL) : zlib.createGzip();
  const pieces: Uint8Array[] = [];
  for await (const piece of through(bytes, transform)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Null when the bytes are broken or do not make exactly `length` bytes; never makes much more than that. */
export async function decompress(
  stored: Uint8Array,
  codec: Codec,
  length: number,
): Promise<Uint8Array | null> {
  // Streams cost more than the work of most parts, which are a few dozen files.
  if (codec === "none" || length <= SLICE_BYTES) return decompressAtOnce(stored, codec, length);
  const size = { chunkSize: Math.max(64, Math.min(length, SLICE_BYTES)) };
  const transform = codec === "zstd" ? zlib.createZstdDecompress(size) : zlib.createGunzip(size);
  const bytes = new Uint8Array(length);
  let filled = 0;
  try {
    for await (const piece of through(stored, transform)) {
      if (filled + piece.byteLength > length) return null;
      bytes.set(piece, filled);
      filled += piece.byteLength;
    }
  } catch {
    return null;
  }
  return filled === length ? bytes : null;
}

/** As `compress`, at once: for what takes no longer than a slice does. */
export function compressAtOnce(bytes: Uint8Array, codec: Codec): Uint8Array {
  if (codec === "none") return bytes;
  return codec === "zstd" ? zlib.zstdCompressSync(bytes, LEVEL) : zlib.gzipSync(bytes);
}

/** As `decompress`, at once. With room for more than there is, zstd ends in one step, which halves its time. */
export function decompressAtOnce(stored: Uint8Array, codec: Codec, length: number): Uint8Array | null {
  if (codec === "none") return stored.byteLength === length ? stored : null;
  const room = { chunkSize: length + ROOM_BYTES, maxOutputLength: length + ROOM_BYTES };
  try {
    const bytes = codec === "zstd" ? zlib.zstdDecompressSync(stored, room) : zlib.gunzipSync(stored, room);
    return bytes.byteLength === length ? bytes : null;
  } catch {
    return null;
  }
}

/** `node:zlib` computes on the calling thread, its asynchronous functions too, so it is fed in slices. */
function through(bytes: Uint8Array, transform: Transform): AsyncIterable<Uint8Array> {
  return Readable.from(slices(bytes), { objectMode: false }).pipe(transform);
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += SLICE_BYTES) {
    if (start > 0) await yieldToEventLoop();
    yield bytes.subarray(start, start + SLICE_BYTES);
  }
}
