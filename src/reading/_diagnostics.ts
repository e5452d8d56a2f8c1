import type { RepoPath } from "../../contracts/addresses.ts";
import type { Diagnostic } from "../../contracts/domain.ts";
import type { DiagnosticList } from "../../contracts/reading.ts";
import type { Source } from "../../contracts/source.ts";
import { comparePaths, directoryOf } from "../format/mod.ts";

const SHOWN = 8;
const MANIFEST = "SKILLCDN.md";

/**
 * What is wrong with manifests that govern `scope` or lie in it: they first, because what they close
 * is missing from every answer. With `all`, the errors of other files in `scope` follow, then what was
 * left out of it.
 */
export async function diagnosticsOf(
  { view: { problems } }: Source,
  scope: RepoPath,
  reach: "manifests" | "all",
): Promise<DiagnosticList> {
  const [inside, ...around] = await Promise.all([
    problems.within("manifest", scope, SHOWN),
    ...manifestsAbove(scope).map((path) => problems.at("manifest", path, SHOWN)),
  ]);
  const others = reach === "manifests" ? [] : await Promise.all([
    problems.within("error", scope, SHOWN),
    problems.within("left_out", scope, SHOWN),
  ]);
  const manifests = [inside, ...around].flatMap(({ rows }) => rows)
    .sort((one, other) => comparePaths(one.path, other.path));
  const shown: readonly Diagnostic[] = [...manifests, ...others.flatMap(({ rows }) => rows)].slice(0, SHOWN);
  const total = [inside, ...around, ...others].reduce((sum, found) => sum + found.total, 0);
  return { shown, more: total - shown.length };
}

/** The paths at which manifests of the directories around one would be. */
function manifestsAbove(directory: RepoPath): string[] {
  const found: string[] = [];
  for (let at = directory; at !== "";) {
    at = directoryOf(at);
    found.push(at === "" ? MANIFEST : `${at}/${MANIFEST}`);
  }
  return found;
}
