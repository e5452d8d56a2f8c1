import type { RepoPath } from "../../contracts/addresses.ts";
import type { Diagnostic, ProblemCode } from "../../contracts/domain.ts";
import type { DiagnosticList } from "../../contracts/reading.ts";
import type { Source } from "../../contracts/source.ts";

const SHOWN = 8;
const MANIFEST = "SKILLCDN.md";

/** Warnings that nothing else tells, because what they are about is not there. */
const LEFT_OUT: ReadonlySet<ProblemCode> = new Set([
  "path_unservable",
  "symlink_not_followed",
  "wrong_file_name",
  "link_limit",
]);

/**
 * What is wrong with manifests that govern `scope` or lie in it: they first, because what they close
 * is missing from every answer. With `all`, the errors of other files in `scope` follow, then what was
 * left out of it.
 */
export function diagnosticsOf(
  source: Source,
  scope: RepoPath,
  reach: "manifests" | "all",
): DiagnosticList {
  const manifests: Diagnostic[] = [];
  const errors: Diagnostic[] = [];
  const leftOut: Diagnostic[] = [];
  for (const diagnostic of source.view.catalog.diagnostics) {
    // A dead link of rules closes nothing: who loads a skill below is told.
    if (diagnostic.severity === "info" || diagnostic.code === "link_missing") continue;
    const { path } = diagnostic;
    if (path === MANIFEST || path.endsWith(`/${MANIFEST}`)) {
      const directory = path.slice(0, -MANIFEST.length - 1);
      if (holds(scope, path) || holds(directory, scope)) manifests.push(diagnostic);
    } else if (reach === "all" && holds(scope, path)) {
      if (diagnostic.severity === "error") errors.push(diagnostic);
      else if (LEFT_OUT.has(diagnostic.code)) leftOut.push(diagnostic);
    }
  }
  const found = [...manifests, ...errors, ...leftOut];
  return { shown: found.slice(0, SHOWN), more: Math.max(0, found.length - SHOWN) };
}

/** As `isWithin`, for the paths of diagnostics, which are as git has them. */
function holds(directory: string, path: string): boolean {
  return directory === "" || path === directory || path.startsWith(`${directory}/`);
}
