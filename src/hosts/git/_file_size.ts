/** How long a file is, as far as its host told. */
export interface FileSize {
  /** Bytes. */
  readonly size: number;
  /** It is at least as long. */
  readonly least?: true;
}
