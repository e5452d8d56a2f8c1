import type { Buffer } from "node:buffer";

/**
 * What is used of the zip reader, which comes without types: those that others keep for it bring the whole of
 * Node's along, and change what the rest of the program is checked against.
 */

export interface Entry {
  readonly fileNameRaw: Buffer;
  readonly compressionMethod: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly crc32: number;
  readonly externalFileAttributes: number;
  isEncrypted(): boolean;
}

export interface LocalFileHeader {
  readonly fileName: Buffer;
  readonly compressionMethod: number;
  /** Where the file's data starts in the archive. */
  readonly fileDataStart: number;
}

export interface ZipFile {
  /** Throws where the directory is broken. */
  eachEntry(): AsyncIterableIterator<Entry>;
  /** Throws where there is no header. */
  readLocalFileHeaderPromise(entry: Entry): Promise<LocalFileHeader>;
}

/** Throws for what is no zip archive. */
export declare function fromBufferPromise(
  archive: Buffer,
  options: { readonly decodeStrings: false },
): Promise<ZipFile>;
