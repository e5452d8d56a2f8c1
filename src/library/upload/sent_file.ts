/** A file as it was sent. */
export interface SentFile {
  /** Whatever its sender calls it. */
  readonly path: string;
  readonly bytes: Uint8Array;
}
