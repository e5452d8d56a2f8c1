import type { ServedFile } from "../../contracts/domain.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import type { LimitHits } from "./_limit_hits.ts";
import type { TreeFile } from "./_tree.ts";

/** A file that the commit serves, and as what. */
export interface Admission {
  readonly file: TreeFile;
  kind: ServedFile["kind"];
  /** Within the read limit, so that its bytes are stored. */
  readonly stored: boolean;
}

/** What a commit serves within its limits. */
export interface ServedFiles {
  /** Null when a limit of the commit leaves the file out. A file that is already in stays as it is. */
  admit(file: TreeFile, kind: Admission["kind"]): Admission | null;
  get(path: string): Admission | undefined;
  /** In order of admission. */
  all(): Iterable<Admission>;
}

export function createServedFiles(limits: ReadingLimits, hits: LimitHits): ServedFiles {
  const admitted = new Map<string, Admission>();
  let storedBytes = 0;
  return {
    admit(file, kind) {
      const known = admitted.get(file.path);
      if (known !== undefined) return known;
      if (admitted.size >= limits.servedFiles) {
        hits.add("file_limit", file.path);
        return null;
      }
      const stored = file.size <= limits.readFileBytes;
      // Equal files count each: what the catalog says of them is not shared as their bytes are.
      if (stored && storedBytes + file.size > limits.storedBytes) {
        hits.add("byte_limit", file.path);
        return null;
      }
      if (stored) storedBytes += file.size;
      const admission = { file, kind, stored };
      admitted.set(file.path, admission);
      return admission;
    },
    get: (path) => admitted.get(path),
    all: () => admitted.values(),
  };
}
