import type { RepoPath } from "../../../contracts/addresses.ts";
import type { ByteReader } from "./_byte_reader.ts";
import type { ByteWriter } from "./_byte_writer.ts";
import { FIELDS } from "./fields.ts";

/** What the index keeps of an entry besides its words. */
export interface IndexedDocument {
  readonly path: RepoPath;
  readonly group: RepoPath;
  /** Fixed-size stand-in of the entry's fingerprint. */
  readonly digest: Uint8Array;
  /** Lower-case primary language subtag, or the empty string. */
  readonly language: string;
  /** How many token positions each of `FIELDS` takes. */
  readonly lengths: ArrayLike<number>;
}

export const DIGEST_BYTES = 8;

const WIDTH = FIELDS.length;

/** Documents in path order, column by column, as the table of an index holds them. */
export function writeDocuments(out: ByteWriter, documents: readonly IndexedDocument[]): void {
  const groups = numbered(documents.map(({ group }) => group));
  const languages = numbered(documents.map(({ language }) => language));
  writeTexts(out, [...groups.keys()]);
  writeTexts(out, [...languages.keys()]);
  writeTexts(out, documents.map(({ path }) => path));
  for (const { group } of documents) out.varint(groups.get(group) ?? 0);
  for (const { language } of documents) out.varint(languages.get(language) ?? 0);
  for (const { lengths } of documents) {
    for (let field = 0; field < WIDTH; field++) out.varint(lengths[field] ?? 0);
  }
  for (const { digest } of documents) out.raw(digest);
}

/** The documents of an opened index. Columns are indexed by document number. */
export class DocumentTable {
  readonly size: number;
  readonly paths: readonly RepoPath[];
  /** The distinct groups; `groups` points into them. */
  readonly groupPaths: readonly RepoPath[];
  readonly groups: Uint32Array;
  /** `FIELDS.length` numbers a document. */
  readonly lengths: Uint32Array;
  readonly #languages: readonly string[];
  readonly #languageOf: Uint32Array;
  readonly #digests: Uint8Array;

  /** Throws a `RangeError` or `TypeError` where the bytes are broken. */
  constructor(reader: ByteReader) {
    this.groupPaths = readPaths(reader);
    this.#languages = readTexts(reader);
    this.paths = readPaths(reader);
    this.size = this.paths.length;
    this.groups = readNumbers(reader, this.size, this.groupPaths.length);
    this.#languageOf = readNumbers(reader, this.size, this.#languages.length);
    this.lengths = readNumbers(reader, this.size * WIDTH, 2 ** 32);
    this.#digests = reader.bytes(this.size * DIGEST_BYTES);
  }

  group(document: number): RepoPath {
    return this.groupPaths[this.groups[document] ?? 0] ?? broken();
  }

  path(document: number): RepoPath {
    return this.paths[document] ?? broken();
  }

  language(document: number): string {
    return this.#languages[this.#languageOf[document] ?? 0] ?? broken();
  }

  row(document: number): IndexedDocument {
    return {
      path: this.path(document),
      group: this.group(document),
      digest: this.#digests.subarray(document * DIGEST_BYTES, (document + 1) * DIGEST_BYTES),
      language: this.language(document),
      lengths: this.lengths.subarray(document * WIDTH, (document + 1) * WIDTH),
    };
  }
}

function numbered(values: readonly string[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const value of values) {
    if (!numbers.has(value)) numbers.set(value, numbers.size);
  }
  return numbers;
}

/** Each text is what it shares with the one before, and the rest, which all stand together. */
function writeTexts(out: ByteWriter, texts: readonly string[]): void {
  out.varint(texts.length);
  const rests: string[] = [];
  let previous = "";
  for (const text of texts) {
    const shared = sharedLength(previous, text);
    out.varint(shared);
    out.varint(text.length - shared);
    rests.push(text.slice(shared));
    previous = text;
  }
  out.text(rests.join(""));
}

function readTexts(reader: ByteReader): readonly string[] {
  const count = reader.varint();
  const sizes = readNumbers(reader, count * 2, 2 ** 32);
  const rests = reader.text();
  const texts: string[] = [];
  let previous = "";
  let at = 0;
  for (let text = 0; text < count; text++) {
    const end = at + (sizes[text * 2 + 1] ?? 0);
    previous = previous.slice(0, sizes[text * 2]) + rests.slice(at, end);
    texts.push(previous);
    at = end;
  }
  return texts;
}

/** Only proven paths go into an index, and its checksum says that they are still those. */
function readPaths(reader: ByteReader): readonly RepoPath[] {
  return readTexts(reader) as readonly RepoPath[];
}

/** Numbers below `limit`. */
function readNumbers(reader: ByteReader, count: number, limit: number): Uint32Array {
  // A number takes a byte at least: a count that the bytes cannot hold must not reserve memory.
  if (count > reader.left) broken();
  const numbers = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    const number = reader.varint();
    if (number >= limit) broken();
    numbers[at] = number;
  }
  return numbers;
}

/** Code units that both begin with; never between the halves of a surrogate pair. */
function sharedLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const last = at > 0 ? a.charCodeAt(at - 1) : 0;
  return last >= 0xd800 && last < 0xdc00 ? at - 1 : at;
}

function broken(): never {
  throw new RangeError("Cannot read an index: its document table is broken");
}
