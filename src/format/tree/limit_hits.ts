import type { Catalog } from "../../../contracts/domain.ts";
import type { ReadingLimits } from "../../../contracts/limits.ts";
import type { DiagnosticList } from "./diagnostic_list.ts";

export type LimitCode = Catalog["partial"][number];

/** What each limit of a commit kept out, by path. */
export interface LimitHits {
  add(code: LimitCode, path: string): void;
  /** Reports the limits that were hit, and names them. */
  finish(limits: ReadingLimits, diagnostics: DiagnosticList): readonly LimitCode[];
}

export function createLimitHits(): LimitHits {
  const hits = new Map<LimitCode, Set<string>>();
  return {
    add(code, path) {
      const paths = hits.get(code) ?? new Set();
      hits.set(code, paths.add(path));
    },
    finish(limits, diagnostics) {
      report("file_limit", `a commit serves at most ${limits.servedFiles} files`);
      report("byte_limit", `a commit stores at most ${limits.storedBytes} bytes of files, and of documents`);
      return [...hits.keys()].sort();

      function report(code: LimitCode, limit: string): void {
        const count = hits.get(code)?.size ?? 0;
        if (count === 0) return;
        const message = `${count} or more files are left out: ${limit}`;
        diagnostics.add("", { code, severity: "warning", message });
      }
    },
  };
}
