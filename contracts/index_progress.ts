/** How far the reading of a commit has come. */
export interface IndexProgress {
  readonly stage: "listing" | "fetching" | "reading";
  /** Files that the stage is done with. */
  readonly done: number;
  /** Files that it takes, as far as is known yet: it may grow. 0 while nothing is known. */
  readonly total: number;
}
