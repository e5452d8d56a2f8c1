import type { RepoPath } from "../../contracts/addresses.ts";
import type { ManifestDeclaration } from "../../contracts/domain.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import type { DiagnosticList } from "./_diagnostic_list.ts";
import type { KnownFacts } from "./_known_facts.ts";
import type { LimitHits } from "./_limit_hits.ts";
import { createPause, NOTHING, type Step } from "./_pause.ts";
import type { Directory, RepositoryTree, TreeFile } from "./_tree.ts";
import { resolvePath } from "./_resolve_path.ts";
import { createServedFiles } from "./_served_files.ts";
import { ROOT_PATH } from "./repo_path.ts";

/** What one manifest governs, or the whole repository where none does. */
export interface Scope {
  /** Null: no manifest at or above. */
  readonly manifest: GoverningManifest | null;
  /** The scope around this one. */
  readonly above: Scope | null;
  /** Directories whose Markdown and JSON are documents. */
  readonly documents: readonly RepoPath[];
  /** Own or inherited, as are no other fields. */
  readonly language: string | null;
  readonly image: string | null;
}

export interface GoverningManifest {
  readonly file: TreeFile;
  readonly declaration: ManifestDeclaration;
}

/** What manifests close and govern (design "Policy"). Whatever it does not call open must look as if it were not there. */
export interface Policy {
  /** The manifests in force, in path order. */
  readonly scopes: readonly (Scope & { readonly manifest: GoverningManifest })[];
  /** Undefined when the directory is closed. */
  scopeOf(directory: Directory): Scope | undefined;
  isOpen(file: { readonly path: RepoPath; readonly directory: Directory }): boolean;
}

const DEFAULT_DOCUMENTS = "docs";
const MANIFEST = "SKILLCDN.md";

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
  const excluded = new Set<string>();
  const scopeOf = new Map<Directory, Scope>();
  const scopes: (Scope & { manifest: GoverningManifest })[] = [];
  const ungoverned: Scope = {
    manifest: null,
    above: null,
    documents: resolvedAll(ROOT_PATH, [DEFAULT_DOCUMENTS]),
    language: null,
    image: null,
  };

  for (const directory of tree.directories.values()) {
    if (pause()) yield NOTHING;
    const above = directory.parent === null ? ungoverned : scopeOf.get(directory.parent);
    if (above === undefined || excluded.has(directory.path)) continue;
    const scope = scopeWithin(directory, above);
    if (scope !== null) scopeOf.set(directory, scope);
  }
  return {
    scopes,
    scopeOf: (directory) => scopeOf.get(directory),
    isOpen: ({ path, directory }) => scopeOf.has(directory) && !excluded.has(path),
  };

  /** Null when the directory's own manifest closes it. */
  function scopeWithin(directory: Directory, above: Scope): Scope | null {
    const file = directory.files.find(({ role }) => role === "manifest");
    if (tree.unreadableManifests.has(directory)) {
      return failClosed(directory, "it is not one file of its own");
    }
    if (file === undefined) return above;
    // The author wanted rules and exclusions here: without them nothing below may be served.
    if (excluded.has(file.path)) return withhold(file);
    const known = facts.of(file.path);
    for (const problem of known?.problems ?? []) diagnostics.add(file.path, problem);
    if (known === undefined) return failClosed(directory, "it is over the limits or could not be had");
    const declaration = known.manifest;
    if (declaration === null) return failClosed(directory, "it is not valid");
    for (const path of resolvedAll(directory.path, declaration.exclusions)) excluded.add(path);
    if (excluded.has(directory.path)) return null;
    if (excluded.has(file.path)) return withhold(file);
    const scope = {
      manifest: { file, declaration },
      above,
      documents: resolvedAll(directory.path, declaration.documents ?? [DEFAULT_DOCUMENTS]),
      language: declaration.language ?? above.language,
      image: declaration.image === null ? above.image : imageOf(declaration.image, directory),
    };
    scopes.push(scope);
    return scope;
  }

  function failClosed(directory: Directory, reason: string): null {
    const path = directory.path === "" ? MANIFEST : `${directory.path}/${MANIFEST}`;
    const message = `Everything here is closed, because this manifest cannot be read: ${reason}`;
    diagnostics.add(path, { code: "manifest_unreadable", severity: "error", message });
    return null;
  }

  function withhold(file: TreeFile): null {
    const message =
      "Everything here is withheld, because this manifest is excluded: exclude its directory instead";
    diagnostics.add(file.path, { code: "excluded_policy", severity: "warning", message });
    return null;
  }
}

/** The manifests that govern a scope, from the root to the nearest. */
export function chainOf(scope: Scope): readonly GoverningManifest[] {
  const chain: GoverningManifest[] = [];
  for (let next: Scope | null = scope; next !== null; next = next.above) {
    if (next.manifest !== null) chain.push(next.manifest);
  }
  return chain.reverse();
}

function resolvedAll(directory: RepoPath, written: readonly string[]): readonly RepoPath[] {
  return written.map((text) => resolvePath(directory, text)).filter((path) => path !== null);
}

/** An https URL stays; anything else is a file, so that what is inherited means the same everywhere. */
function imageOf(written: string, directory: Directory): string | null {
  return written.startsWith("https://") ? written : resolvePath(directory.path, written);
}
