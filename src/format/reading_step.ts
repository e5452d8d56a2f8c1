import type { BlobHash, RepoPath } from "../../contracts/addresses.ts";
import type { FileFacts, FileRole } from "../../contracts/domain.ts";

/** A file whose facts decide what comes next. */
export interface FactsRequest {
  readonly path: RepoPath;
  readonly hash: BlobHash;
  readonly role: FileRole;
  readonly size: number;
  /** Its licence may yet keep it at its source: its bytes are not to be stored unless the catalog serves it. */
  readonly undecided: boolean;
}

/** A step of reading a repository: may ask for facts, and yields an empty list to let other work run. */
export type Step<Value> = Generator<readonly FactsRequest[], Value, ReadonlyMap<string, FileFacts>>;

/** What a step yields when it needs nothing but a pause. */
export const NOTHING: readonly FactsRequest[] = [];

/** A unit is what looking at one entry of a tree costs, a few microseconds. */
const UNITS_PER_PAUSE = 4_000;

/** Counts work, not time, so that a reading is the same on every run; true when a pause is due. */
export type Pause = (units?: number) => boolean;

export function createPause(): Pause {
  let spent = 0;
  return (units = 1) => {
    spent += units;
    if (spent < UNITS_PER_PAUSE) return false;
    spent = 0;
    return true;
  };
}
