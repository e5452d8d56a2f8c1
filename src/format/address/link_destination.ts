import { decodeSegments } from "./url_path.ts";

/** A destination that is neither a scheme, another host, a heading nor a query of the same file. */
const LOCAL = /^(?![a-z][a-z0-9+.-]*:|[/\\]{2}|[?#]|$)/i;

/** Whether a destination of Markdown names a path of the repository it stands in. */
export function isLocalDestination(written: string): boolean {
  return LOCAL.test(written);
}

/**
 * The path from the root that a local destination means in a file of `directory`, its fragment left out:
 * escapes are decoded once, a leading `/` starts at the root, `.` and `..` walk. A text to look up, which
 * no file need have as its path; null for what cannot be decoded or leads out of the repository.
 */
export function resolveDestination(directory: string, written: string): string | null {
  const decoded = decodeSegments(written);
  if (decoded === null) return null;
  const segments = written.startsWith("/") || directory === "" ? [] : directory.split("/");
  for (const segment of decoded) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/");
}
