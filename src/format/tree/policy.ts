import type { Problem } from "../../../contracts/domain.ts";
import type { ReadingLimits } from "../../../contracts/limits.ts";
import { comparePaths } from "../address/repo_path.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import { createExclusions } from "./_exclusions.ts";
import type { DiagnosticList } from "./diagnostic_list.ts";
import type { KnownFacts } from "./known_facts.ts";
import type { LimitHits } from "./limit_hits.ts";
import type { Directory, RepositoryTree, TreeFile } from "./repository_tree.ts";
import {
  type GoverningManifest,
  OWN_DIRECTORY,
  type Scope,
  scopeOfManifest,
  ungovernedScope,
} from "./scope.ts";
import { createServedFiles } from "./served_files.ts";

/**
 * What manifests close and govern (docs/design/format.md "Policy"). What is not open must look as if it
 * were not there.
 */
export interface Policy {
  /** Undefined when the directory is closed. */
  scopeOf(directory: Directory): Scope | undefined;
  isOpen(entry: { readonly directory: Directory; readonly name: string }): boolean;
  /** The manifests in force, in path order, each with the scope it governs. */
  readonly governed: readonly { readonly manifest: GoverningManifest; readonly scope: Scope }[];
  /** What the text of manifests has wrong with it, to be told where their licence allows it. */
  readonly flawed: readonly { readonly file: TreeFile; readonly problems: readonly Problem[] }[];
}

const MANIFEST = "SKILLCDN.md";

/** What a manifest costs, full of exclusions, in units of a pause. */
const MANIFEST_UNITS = 30;

/**
 * Reads every manifest and walks from the root down, so that an exclusion is known before anything it
 * may name. A manifest that a limit keeps out is not known, and so fails closed.
 */
export function* readManifests(
  tree: RepositoryTree,
  facts: KnownFacts,
  limits: ReadingLimits,
  hits: LimitHits,
  diagnostics: DiagnosticList,
): Step<Policy> {
  const readable = createServedFiles(limits, hits);
  for (const file of tree.files.values()) if (file.role === "manifest") readable.admit(file, "manifest");
  yield* facts.learn(readable.all());

  const pause = createPause();
  const exclusions = createExclusions(tree);
  const scopes = new Map<Directory, Scope>();
  const governed: { manifest: GoverningManifest; scope: Scope }[] = [];
  const flawed: { file: TreeFile; problems: readonly Problem[] }[] = [];
  for (const directory of tree.directories) {
    if (pause()) yield NOTHING;
    const above = directory.parent === null ? ungovernedScope(directory) : scopes.get(directory.parent);
    if (above === undefined || exclusions.hasDirectory(directory)) continue;
    const scope = scopeWithin(directory, above);
    if (scope !== above && pause(MANIFEST_UNITS)) yield NOTHING;
    if (scope !== null) scopes.set(directory, scope);
  }
  governed.sort((one, other) => comparePaths(one.manifest.file.path, other.manifest.file.path));
  return {
    scopeOf: (directory) => scopes.get(directory),
    isOpen: ({ directory, name }) => scopes.has(directory) && !exclusions.has(directory, name),
    governed,
    flawed,
  };

  /** Null when the directory's own manifest closes it. */
  function scopeWithin(directory: Directory, above: Scope): Scope | null {
    if (tree.unreadableManifests.has(directory)) {
      return failClosed(directory, "it is not one file of its own");
    }
    const file = directory.files.find(({ role }) => role === "manifest");
    if (file === undefined) return above;
    // The author wanted rules and exclusions here: without them nothing below may be served.
    if (exclusions.has(directory, file.name)) return closeAll(file);
    const known = facts.of(file.path);
    if (known !== undefined && known.problems.length > 0) flawed.push({ file, problems: known.problems });
    if (known === undefined) return failClosed(directory, "it is over the limits or could not be had");
    if (known.manifest === null) return failClosed(directory, "it is not valid");
    const problems = [
      ...known.manifest.exclusions.flatMap((written, index) =>
        exclusions.add(directory, written)
          ? []
          : [namesNothing("exclusion_unmatched", `Exclusion ${index + 1}`)]
      ),
      ...(known.manifest.documents ?? []).flatMap((written, index) =>
        isDirectory(directory, written)
          ? []
          : [namesNothing("document_dropped", `Document directory ${index + 1}`)]
      ),
    ];
    // Where the tree is cut, what is named may lie behind the limit.
    if (problems.length > 0 && !tree.cut) flawed.push({ file, problems });
    if (exclusions.hasDirectory(directory)) return null;
    if (exclusions.has(directory, file.name)) return closeAll(file);
    const manifest = { file, declaration: known.manifest };
    const scope = scopeOfManifest(manifest, above);
    governed.push({ manifest, scope });
    return scope;
  }

  function failClosed({ path }: Directory, reason: string): null {
    const message = `Everything here is closed, because this manifest cannot be read: ${reason}`;
    const problem = { code: "manifest_unreadable", severity: "error", message } as const;
    diagnostics.add(path === "" ? MANIFEST : `${path}/${MANIFEST}`, problem);
    return null;
  }

  function closeAll(file: TreeFile): null {
    const message = "Everything here is withheld: this manifest is excluded, though not its directory";
    diagnostics.add(file.path, { code: "excluded_policy", severity: "warning", message });
    return null;
  }
}

function namesNothing(code: "exclusion_unmatched" | "document_dropped", what: string): Problem {
  return { code, severity: "warning", message: `${what} names nothing in the repository` };
}

function isDirectory(from: Directory, written: string): boolean {
  if (written === OWN_DIRECTORY) return true;
  let found: Directory | undefined = from;
  for (const segment of written.split("/")) found = found?.children.get(segment);
  return found !== undefined;
}
