import { Buffer } from "node:buffer";
import type { CatalogStanding } from "../../../contracts/library/catalog_search.ts";
import { ByteReader, ByteWriter, FIELDS } from "../index/mod.ts";

const WIDTH = FIELDS.length;

/** Of a digest, so much tells skills of equal files from all others. */
const DIGEST_BYTES = 8;

const GONE = 1;
const VERIFIED = 2;
const PROVED = 4;
const FOREIGN = 8;

const SECOND_MS = 1000;

/** A row of a segment: a skill as ranking and the order among equals know it. */
export interface SegmentRow {
  readonly id: string;
  /** Hex. */
  readonly digest: string;
  readonly flags: number;
  /** Powers of ten of its installs. */
  readonly power: number;
  /** Seconds since the epoch. */
  readonly publishedAt: number;
  readonly lengths: ArrayLike<number>;
}

export function rowOf(
  id: string,
  { digest, verified, isProved, installs, publishedAt }: CatalogStanding,
  isForeign: boolean,
  lengths: readonly number[],
): SegmentRow {
  return {
    id,
    digest: digest.slice(0, DIGEST_BYTES * 2),
    flags: (verified ? VERIFIED : 0) | (isProved ? PROVED : 0) | (isForeign ? FOREIGN : 0),
    power: installs < 1 ? 0 : Math.min(255, 1 + Math.floor(Math.log10(installs))),
    publishedAt: Math.max(0, Math.floor(publishedAt / SECOND_MS)),
    lengths,
  };
}

/** Of a skill that is found no more. */
export function goneRow(id: string): SegmentRow {
  return { id, digest: "", flags: GONE, power: 0, publishedAt: 0, lengths: FIELDS.map(() => 0) };
}

/** The rows of a segment, by id, in columns. */
export class SegmentRows {
  readonly ids: readonly string[];
  readonly lengths: Uint32Array;
  readonly power: Uint8Array;
  readonly publishedAt: Uint32Array;
  readonly #flags: Uint8Array;
  readonly #digests: Uint8Array;

  /** Throws a `RangeError` where the bytes are broken. */
  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    const size = reader.varint();
    const ids = reader.text();
    this.ids = size === 0 ? [] : ids.split("\n");
    if (this.ids.length !== size) throw new RangeError("Cannot read a segment: its rows are broken");
    this.#flags = reader.bytes(size);
    this.power = reader.bytes(size);
    this.#digests = reader.bytes(size * DIGEST_BYTES);
    this.publishedAt = numbers(reader, size);
    this.lengths = numbers(reader, size * WIDTH);
  }

  get size(): number {
    return this.ids.length;
  }

  isGone(row: number): boolean {
    return this.#has(row, GONE);
  }

  isVerified(row: number): boolean {
    return this.#has(row, VERIFIED);
  }

  isProved(row: number): boolean {
    return this.#has(row, PROVED);
  }

  isForeign(row: number): boolean {
    return this.#has(row, FOREIGN);
  }

  /** Equal for skills of equal files; in 48 bits, which a number holds. */
  digestNumber(row: number): number {
    return Buffer.from(this.#digests.buffer, this.#digests.byteOffset + row * DIGEST_BYTES).readUIntBE(0, 6);
  }

  row(row: number): SegmentRow {
    const digest = this.#digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES);
    return {
      id: this.ids[row] ?? "",
      digest: this.isGone(row) ? "" : Buffer.from(digest).toString("hex"),
      flags: this.#flags[row] ?? 0,
      power: this.power[row] ?? 0,
      publishedAt: this.publishedAt[row] ?? 0,
      lengths: this.lengths.subarray(row * WIDTH, (row + 1) * WIDTH),
    };
  }

  #has(row: number, flag: number): boolean {
    return ((this.#flags[row] ?? 0) & flag) !== 0;
  }
}

export function writeRows(rows: readonly SegmentRow[]): Uint8Array {
  const out = new ByteWriter(1 << 16);
  out.varint(rows.length);
  out.text(rows.map(({ id }) => id).join("\n"));
  for (const { flags } of rows) out.byte(flags);
  for (const { power } of rows) out.byte(power);
  for (const { digest } of rows) out.raw(Buffer.from(digest.padEnd(DIGEST_BYTES * 2, "0"), "hex"));
  for (const { publishedAt } of rows) out.varint(publishedAt);
  for (const { lengths } of rows) {
    for (let field = 0; field < WIDTH; field++) out.varint(lengths[field] ?? 0);
  }
  return out.view();
}

function numbers(reader: ByteReader, count: number): Uint32Array {
  // A number takes a byte at least: a count that the bytes cannot hold must not reserve memory.
  if (count > reader.left) throw new RangeError("Cannot read a segment: its rows are broken");
  const found = new Uint32Array(count);
  for (let at = 0; at < count; at++) found[at] = reader.varint();
  return found;
}
