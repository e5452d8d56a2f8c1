import type { RepoPath } from "../../contracts/addresses.ts";
import type { ServedFile } from "../../contracts/domain.ts";

/** From one index up to, and without, another. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the files below a directory are: path order keeps them together. */
export function rangeBelow(files: readonly ServedFile[], directory: RepoPath): Range {
  if (directory === "") return { start: 0, end: files.length };
  return { start: firstFrom(files, `${directory}/`), end: endBelow(files, directory) };
}

/** The index behind the last file below a directory: "0" is what follows "/" in path order. */
export function endBelow(files: readonly ServedFile[], directory: RepoPath): number {
  return firstFrom(files, `${directory}0`);
}

/** The index of the first file whose path is not before `path`. */
function firstFrom(files: readonly ServedFile[], path: string): number {
  let low = 0;
  let high = files.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const file = files[middle];
    if (file !== undefined && file.path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
