import type { RepoPath } from "../../contracts/addresses.ts";
import type { FieldLengths } from "./_fields.ts";
import type { ByteReader } from "./_byte_reader.ts";
import type { ByteWriter } from "./_byte_writer.ts";

/** What the index keeps of an entry besides its words. */
export interface IndexedDocument {
  readonly path: RepoPath;
  readonly group: RepoPath;
  /** Fixed-size stand-in of the entry's fingerprint. */
  readonly digest: Uint8Array;
  /** Lower-case primary language subtag, or the empty string. */
  readonly language: string;
  readonly lengths: FieldLengths;
}

export const DIGEST_BYTES = 8;

/** Documents in path order; group and path strings share their beginnings with the one before. */
export function writeDocuments(out: ByteWriter, documents: readonly IndexedDocument[]): void {
  const groups = new Map<string, number>();
  for (const { group } of documents) {
    if (!groups.has(group)) groups.set(group, groups.size);
  }
  out.varint(groups.size);
  writePaths(out, groups.keys());
  out.varint(documents.length);
  writePaths(out, documents.map(({ path }) => path));
  for (const { group } of documents) out.varint(groups.get(group) ?? 0);
  for (const { language } of documents) out.text(language);
  for (const { lengths } of documents) {
    for (const length of [lengths.name, lengths.description, lengths.heading, lengths.path, lengths.body]) {
      out.varint(length);
    }
  }
  for (const { digest } of documents) out.raw(digest);
}

export function readDocuments(reader: ByteReader): readonly IndexedDocument[] {
  const groups = readPaths(reader, reader.varint());
  const paths = readPaths(reader, reader.varint());
  const owners = paths.map(() => groups[reader.varint()] ?? broken());
  const languages = paths.map(() => reader.text());
  const lengths = paths.map(() => ({
    name: reader.varint(),
    description: reader.varint(),
    heading: reader.varint(),
    path: reader.varint(),
    body: reader.varint(),
  }));
  return paths.map((path, at) => ({
    path,
    group: owners[at] ?? broken(),
    digest: reader.bytes(DIGEST_BYTES),
    language: languages[at] ?? broken(),
    lengths: lengths[at] ?? broken(),
  }));
}

function writePaths(out: ByteWriter, paths: Iterable<string>): void {
  let previous = "";
  for (const path of paths) {
    const shared = sharedLength(previous, path);
    out.varint(shared);
    out.text(path.slice(shared));
    previous = path;
  }
}

function readPaths(reader: ByteReader, count: number): readonly RepoPath[] {
  const paths: RepoPath[] = [];
  let previous = "";
  for (let left = count; left > 0; left--) {
    previous = previous.slice(0, reader.varint()) + reader.text();
    // Only paths that were proven go into an index, and its checksum says that they are still those.
    paths.push(previous as RepoPath);
  }
  return paths;
}

/** Characters that both begin with; never between the halves of a surrogate pair. */
export function sharedLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const last = at > 0 ? a.charCodeAt(at - 1) : 0;
  return last >= 0xd800 && last < 0xdc00 ? at - 1 : at;
}

function broken(): never {
  throw new RangeError("Cannot read an index: its document table is broken");
}
