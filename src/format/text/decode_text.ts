// The byte order mark stays in the text: a file reads back exactly as it is.
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The whole of `bytes` as UTF-8 text, byte order mark included; null when they are not. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
