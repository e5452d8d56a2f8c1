import type { TreeEntry } from "../../../../contracts/domain.ts";
import { decodeText } from "../../../format/mod.ts";
import { broken } from "../git_failure.ts";
import { hexOf } from "../pack/object_type.ts";

export interface TreeItem {
  /** One segment of a path; with a backslash where git would not check it out, so that it is never served. */
  readonly name: string;
  readonly mode: TreeEntry["mode"] | "directory";
  readonly hash: string;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const SPACE = 32;
const HASH_BYTES = 20;
const LONGEST_MODE = 7;

/** Reads a tree item by item: its modes, names and hashes. */
export function* readTreeItems(bytes: Uint8Array): Generator<TreeItem> {
  const names = new Set<string>();
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(SPACE, at);
    const end = bytes.indexOf(0, space + 1);
    if (space < 0 || space - at > LONGEST_MODE || end < 0 || end + 1 + HASH_BYTES > bytes.length) {
      throw broken("holds a damaged tree");
    }
    const mode = modeOf(bytes.subarray(at, space));
    const name = nameOf(bytes.subarray(space + 1, end), names);
    names.add(name);
    at = end + 1 + HASH_BYTES;
    yield { name, mode, hash: hexOf(bytes.subarray(end + 1, at)) };
  }
}

/** Old commits hold more modes than git writes now; all others are files to it. */
function modeOf(digits: Uint8Array): TreeItem["mode"] {
  const text = UTF8.decode(digits);
  if (!/^[0-7]+$/.test(text)) throw broken("holds a damaged tree");
  const mode = parseInt(text, 8);
  switch (mode & 0o170000) {
    case 0o040000:
      return "directory";
    case 0o120000:
      return "symlink";
    case 0o160000:
      return "submodule";
    default:
      return mode === 0o100755 ? "executable" : "file";
  }
}

/**
 * A name as text. What git refuses to check out (`..`, `.git`, a name twice, one that holds `/`) and
 * what is not UTF-8 is written in octal as git quotes bytes: no two paths become the same, and the
 * backslash makes it one that is reported and not served.
 */
function nameOf(bytes: Uint8Array, before: ReadonlySet<string>): string {
  const text = decodeText(bytes);
  if (text === null) return octal(bytes, (byte) => byte >= 0x80 || byte === 0x2f);
  if (text.includes("/")) return octal(bytes, (byte) => byte === 0x2f);
  if (/^(?:|\.{1,2}|\.git)$/i.test(text) || before.has(text)) return `\\${octal(bytes, () => true)}`;
  return text;
}

function octal(bytes: Uint8Array, isQuoted: (byte: number) => boolean): string {
  return Array.from(
    bytes,
    (byte) => isQuoted(byte) ? `\\${byte.toString(8).padStart(3, "0")}` : String.fromCharCode(byte),
  ).join("");
}
