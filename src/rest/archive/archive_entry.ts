import type { Failure } from "../../../contracts/errors.ts";

/** A file as an archive holds it. */
export interface ArchiveEntry {
  /** From the archive's root, in UTF-8. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Throws `ContentGone`. */
  readonly read: () => Promise<Uint8Array>;
}

/** The bytes of a file are no longer stored: they are being fetched again, and `failure` is the answer meanwhile. */
export class ContentGone extends Error {
  override readonly name = "ContentGone";

  constructor(readonly failure: Failure) {
    super("Cannot archive a file: its bytes are gone");
  }
}
