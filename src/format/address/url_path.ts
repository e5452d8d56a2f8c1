/**
 * One segment of a URL path with the escapes RFC 3986 requires and no others: `pchar` (section 3.3)
 * holds more than `encodeURIComponent()` leaves alone. The text must not hold a lone surrogate.
 */
function escapeSegment(text: string): string {
  return encodeURIComponent(text).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}

/** The same for each segment of a `/`-separated path. */
export function escapePath(path: string): string {
  if (/^[\w./-]*$/.test(path)) return path;
  return path.split("/").map(escapeSegment).join("/");
}

/** Decodes every segment once. Null for a bad escape, bad UTF-8, or an escaped `/` or `\`. */
export function decodeSegments(text: string): readonly string[] | null {
  if (/%(?:2f|5c)/i.test(text)) return null;
  try {
    return text.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}
