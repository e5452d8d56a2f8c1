import type { Licence, ServedFile } from "../../../contracts/domain.ts";
import type { ReadingLimits } from "../../../contracts/limits.ts";
import type { LimitHits } from "./limit_hits.ts";
import type { TreeFile } from "./repository_tree.ts";

/** A file that the commit serves, and as what. */
export interface Admission {
  readonly file: TreeFile;
  readonly kind: ServedFile["kind"];
  /** Within the read limit, so that its bytes are stored. */
  readonly stored: boolean;
}

/** What a commit serves within its limits. */
export interface ServedFiles {
  /** Null when a limit of the commit or a licence leaves the file out. A file that is already in stays as it is. */
  admit(file: TreeFile, kind: Admission["kind"]): Admission | null;
  get(path: string): Admission | undefined;
  /** In order of admission. */
  all(): Iterable<Admission>;
  /** What would be served but for the licence that keeps it at its source. */
  readonly describedOnly: ReadonlyMap<TreeFile, Licence>;
  /** What would be served but for a limit of the commit. */
  readonly leftOut: ReadonlySet<TreeFile>;
}

export function createServedFiles(
  limits: ReadingLimits,
  hits: LimitHits,
  describedOnlyBy: (file: TreeFile) => Licence | null = () => null,
): ServedFiles {
  const admitted = new Map<string, Admission>();
  const describedOnly = new Map<TreeFile, Licence>();
  const leftOut = new Set<TreeFile>();
  let storedBytes = 0;

  function leaveOut(file: TreeFile, code: "file_limit" | "byte_limit"): null {
    hits.add(code, file.path);
    leftOut.add(file);
    return null;
  }

  return {
    admit(file, kind) {
      const known = admitted.get(file.path);
      if (known !== undefined) return known;
      if (describedOnly.has(file)) return null;
      // What is only named takes its place in the catalog too.
      if (admitted.size + describedOnly.size >= limits.servedFiles) return leaveOut(file, "file_limit");
      const licence = describedOnlyBy(file);
      if (licence !== null) {
        describedOnly.set(file, licence);
        return null;
      }
      const stored = file.size <= limits.readFileBytes;
      // Equal files count each: what the catalog says of them is not shared as their bytes are.
      if (stored && storedBytes + file.size > limits.storedBytes) return leaveOut(file, "byte_limit");
      if (stored) storedBytes += file.size;
      const admission = { file, kind, stored };
      admitted.set(file.path, admission);
      return admission;
    },
    get: (path) => admitted.get(path),
    all: () => admitted.values(),
    describedOnly,
    leftOut,
  };
}
