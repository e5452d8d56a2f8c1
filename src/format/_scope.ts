import type { RepoPath } from "../../contracts/addresses.ts";
import type { ManifestDeclaration } from "../../contracts/domain.ts";
import { resolvePath } from "./_resolve_path.ts";
import type { Directory, TreeFile } from "./_tree.ts";

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
  const isFile = image !== null && !image.startsWith("https://");
  return {
    manifest,
    above,
    directory: directory.path,
    documents: (documents ?? DEFAULT_DOCUMENTS).map((text) => segmentsOf(text).join("/")),
    language: language ?? above.language,
    image: (isFile ? resolvePath(directory.path, image) : image) ?? above.image,
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

/** The segments of a path that a manifest declares below its directory; none for the directory itself. */
export function segmentsOf(written: string): readonly string[] {
  return written.split("/").filter((segment) => segment !== "" && segment !== ".");
}
