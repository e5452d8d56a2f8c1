import { counted, pathText } from "../check/terminal_text.ts";

export interface CurrentFile {
  readonly path: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface SentFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a publication changes, a line a file; null: there is no version yet. */
export async function differenceLines(
  current: readonly CurrentFile[] | null,
  sent: readonly SentFile[],
): Promise<string[]> {
  const old = new Map((current ?? []).map((file) => [file.path, file]));
  const lines: string[] = [];
  for (const { path, bytes } of sent) {
    const before = old.get(path);
    old.delete(path);
    const size = counted(bytes.byteLength, "byte");
    if (before === undefined) lines.push(`+ ${pathText(path)} (${size})`);
    else if (before.sha256 !== await sha256(bytes)) {
      lines.push(`~ ${pathText(path)} (${counted(before.size, "byte")} before, ${size} now)`);
    }
  }
  return [...lines, ...Array.from(old.values(), ({ path }) => `- ${pathText(path)}`)];
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
