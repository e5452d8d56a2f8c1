import type { RepoPath } from "../../contracts/addresses.ts";
import { findInvisible, parseRepoPath, resolveDestination } from "../format/mod.ts";

/** What a destination in Markdown means. */
type LinkTarget =
  | { readonly kind: "external"; readonly url: string }
  | { readonly kind: "fragment"; readonly name: string }
  | { readonly kind: "path"; readonly path: RepoPath; readonly fragment: string | null }
  | { readonly kind: "refused" };

const REFUSED: LinkTarget = { kind: "refused" };
const FOLLOWED = new Set(["http:", "https:", "mailto:"]);
const MAX_URL = 2048;

/**
 * Reads a destination as written in `file`. Only what browsers cannot run is followed:
 * `http`, `https` and `mailto`, a heading of the same document, or a path of the repository with or
 * without a heading there (docs/design/format.md "Links"; a leading `/` is its root).
 */
export function linkTarget(destination: string, file: string): LinkTarget {
  if (destination.length > MAX_URL || findInvisible(destination) >= 0) return REFUSED;
  if (destination.startsWith("#")) {
    const fragment = decoded(destination.slice(1));
    return fragment === null ? REFUSED : { kind: "fragment", name: fragment };
  }
  // As browsers see it: a scheme, or two slashes of either kind, lead off this origin.
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(destination)) return external(destination);
  const path = resolve(destination.replace(/[?#].*$/s, ""), file);
  const fragment = /^[^#]*#(.+)$/s.exec(destination)?.[1];
  return path === null ? REFUSED : { kind: "path", path, fragment: decoded(fragment ?? "") || null };
}

function external(destination: string): LinkTarget {
  const url = URL.parse(destination.startsWith("//") ? `https:${destination}` : destination);
  return url !== null && FOLLOWED.has(url.protocol) ? { kind: "external", url: url.href } : REFUSED;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function resolve(written: string, file: string): RepoPath | null {
  const path = resolveDestination(file.slice(0, Math.max(0, file.lastIndexOf("/"))), written);
  const parsed = path === null ? null : parseRepoPath(path);
  return parsed?.ok ? parsed.value : null;
}
