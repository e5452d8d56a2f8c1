const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * A path as text. Bytes that are not UTF-8 are written as git quotes them, `\351`: the backslash makes
 * the path one that is named in a report and never served, and no two paths become the same.
 */
export function decodePath(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`)
      .join("");
  }
}
