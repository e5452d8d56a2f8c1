import { unicodeEscape } from "../text/unicode_escape.ts";
import { foldedPath } from "./repo_path.ts";

/** By what two paths differ that are nearly the same; null when they differ by more. */
export function pathDifference(one: string, other: string): "letter case" | "Unicode form" | null {
  if (one === other || foldedPath(one) !== foldedPath(other)) return null;
  return one.normalize("NFC") === other.normalize("NFC") ? "Unicode form" : "letter case";
}

/**
 * Names the path that was probably meant by one that leads nowhere, in quotes: escaped, and with the
 * reason, where the two look alike.
 */
export function nearestText(nearest: string, written: string | null): string {
  return written !== null && pathDifference(nearest, written) === "Unicode form"
    ? alikeText(nearest)
    : `"${nearest}"`;
}

/** Names a path that looks like the one that was written. */
export function alikeText(path: string): string {
  return `"${escapedPath(path)}", which looks the same and differs by its Unicode form`;
}

/** Every character beyond ASCII as JSON and JavaScript escape it, for a path that looks like another one. */
export function escapedPath(path: string): string {
  return path.replace(/[^\x20-\x7e]/g, unicodeEscape);
}
