/** A file as an archive holds it. */
export interface ArchiveEntry {
  /** From the archive's root, in UTF-8. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Throws when the bytes are gone. */
  readonly read: () => Promise<Uint8Array>;
}
