import type { Diagnostic, Problem } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { comparePaths } from "../address/repo_path.ts";

/** Collects diagnostics in bounded memory: errors crowd out warnings, warnings crowd out notes. */
export interface DiagnosticList {
  /** False when the list is full for its severity and the problem was only counted. */
  add(path: string, problem: Problem): boolean;
  /** In path order; a list that was cut ends in `diagnostic_limit`. */
  finish(): readonly Diagnostic[];
}

export function createDiagnosticList(): DiagnosticList {
  const limit = FORMAT_LIMITS.diagnostics;
  const kept = { error: [] as Diagnostic[], warning: [] as Diagnostic[], info: [] as Diagnostic[] };
  let total = 0;
  return {
    add(path, problem) {
      total++;
      const list = kept[problem.severity];
      if (list.length >= limit) return false;
      list.push({ ...problem, path });
      return true;
    },
    finish() {
      const all = [...kept.error, ...kept.warning, ...kept.info];
      const shown = all.slice(0, total > limit ? limit - 1 : limit).sort(inPathOrder);
      if (total <= limit) return shown;
      const message = `${total - shown.length} more problems are not listed`;
      return [...shown, { path: "", code: "diagnostic_limit", severity: "info", message }];
    },
  };
}

function inPathOrder(one: Diagnostic, other: Diagnostic): number {
  return comparePaths(one.path, other.path) || (one.line ?? 0) - (other.line ?? 0);
}
