import { crc32 } from "node:zlib";
import { TOKENIZER_VERSION } from "../limits.ts";

/** The parts of a serialized index. */
export interface IndexSections {
  readonly documents: Uint8Array;
  /** Two 32-bit numbers a block of terms. */
  readonly blocks: Uint32Array;
  readonly terms: Uint8Array;
  readonly postings: Uint8Array;
  /** Terms were left out because the repository has too many. */
  readonly capped: boolean;
}

const MAGIC = 0x58534d53;
const FORMAT_VERSION = 1;
const HEADER_WORDS = 9;

/** Little-endian 32-bit header: magic, format, tokenizer, checksum of what follows it, flags, four lengths. */
export function writeIndexFile(sections: IndexSections): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array(sections.blocks.length * 4);
  const blockView = new DataView(blocks.buffer);
  sections.blocks.forEach((value, at) => blockView.setUint32(at * 4, value, true));
  const parts = [sections.documents, blocks, sections.terms, sections.postings];
  const bytes = new Uint8Array(HEADER_WORDS * 4 + parts.reduce((sum, part) => sum + part.length, 0));
  const header = new DataView(bytes.buffer);
  [MAGIC, FORMAT_VERSION, TOKENIZER_VERSION, 0, sections.capped ? 1 : 0, ...parts.map((part) => part.length)]
    .forEach((value, at) => header.setUint32(at * 4, value, true));
  let at = HEADER_WORDS * 4;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  header.setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

/** Null when the bytes are of another version, cut or changed. The sections are views into `bytes`. */
export function readIndexFile(bytes: Uint8Array): IndexSections | null {
  if (bytes.length < HEADER_WORDS * 4) return null;
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [magic, format, tokenizer, checksum, flags, ...lengths] = Array.from(
    { length: HEADER_WORDS },
    (_, at) => header.getUint32(at * 4, true),
  );
  if (magic !== MAGIC || format !== FORMAT_VERSION || tokenizer !== TOKENIZER_VERSION) return null;
  if (lengths.reduce((sum, length) => sum + length, HEADER_WORDS * 4) !== bytes.length) return null;
  if (crc32(bytes.subarray(16)) !== checksum) return null;
  let at = HEADER_WORDS * 4;
  const [documents, blocks, terms, postings] = lengths.map((length) => bytes.subarray(at, at += length));
  if (documents === undefined || blocks === undefined || terms === undefined || postings === undefined) {
    return null;
  }
  return { documents, blocks: readWords(blocks), terms, postings, capped: flags === 1 };
}

function readWords(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length >>> 2 }, (_, at) => view.getUint32(at * 4, true));
}
