import type { RepoPath } from "../../../contracts/addresses.ts";
import type { ManifestDeclaration } from "../../../contracts/domain.ts";
import { declaredPath } from "../address/repo_path.ts";
import type { Directory, TreeFile } from "./repository_tree.ts";

/** What one manifest governs, or the whole repository where none does. */
export interface Scope {
  /** Null: no manifest at or above. */
  readonly manifest: GoverningManifest | null;
  /** The scope around this one. */
  readonly above: Scope | null;
  /** What `documents` is relative to. */
  readonly directory: RepoPath;
  /** Directories whose Markdown and JSON are documents; empty text is the scope's own. */
  readonly documents: readonly string[];
  /** Own or inherited, as are no other fields. An image is a URL or a path from the root. */
  readonly language: string | null;
  readonly image: string | null;
}

export interface GoverningManifest {
  readonly file: TreeFile;
  readonly declaration: ManifestDeclaration;
}

const DEFAULT_DOCUMENTS = ["docs"];

/** How a manifest writes the directory it lies in. */
export const OWN_DIRECTORY = ".";

/** The whole repository as far as no manifest governs it. */
export function ungovernedScope(root: Directory): Scope {
  return {
    manifest: null,
    above: null,
    directory: root.path,
    documents: DEFAULT_DOCUMENTS,
    language: null,
    image: null,
  };
}

export function scopeOfManifest(manifest: GoverningManifest, above: Scope): Scope {
  const { file: { directory }, declaration: { documents, language, image } } = manifest;
  return {
    manifest,
    above,
    directory: directory.path,
    documents: (documents ?? DEFAULT_DOCUMENTS).map((written) => written === OWN_DIRECTORY ? "" : written),
    language: language ?? above.language,
    image: image === null ? above.image : imageOf(image, directory),
  };
}

/** The manifests that govern a scope, from the root to the nearest. */
export function chainOf(scope: Scope): readonly GoverningManifest[] {
  const chain: GoverningManifest[] = [];
  for (let next: Scope | null = scope; next !== null; next = next.above) {
    if (next.manifest !== null) chain.push(next.manifest);
  }
  return chain.reverse();
}

function imageOf(written: string, { path }: Directory): string | null {
  if (written.startsWith("https://")) return written;
  const file = declaredPath(path, written);
  return file.ok ? file.value : null;
}
