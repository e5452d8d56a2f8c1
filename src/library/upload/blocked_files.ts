import { Buffer } from "node:buffer";
import { baseName } from "../../format/mod.ts";
import type { RepoPath } from "../../../contracts/addresses.ts";

/**
 * Types of files that are neither published nor served, as extensions in lower case without the dot. Empty: all
 * are, whatever they start with.
 */
export type BlockedTypes = ReadonlySet<string>;

/** Whether its name alone keeps a file out. */
export function isBlockedPath(path: RepoPath, blocked: BlockedTypes): boolean {
  const [, extension = ""] = /\.([^.]+)$/.exec(baseName(path)) ?? [];
  return blocked.has(extension.toLowerCase());
}

/** Whether a file is a program or an installer by its first bytes, under whichever name. */
export function isExecutable(bytes: Uint8Array): boolean {
  return STARTS.some((start) => startsWith(bytes, start)) || isWindowsProgram(bytes) || isFatMachO(bytes);
}

const STARTS: readonly Uint8Array[] = [
  // ELF
  [0x7f, 0x45, 0x4c, 0x46],
  // Mach-O, of 32 and 64 bits in both byte orders
  [0xfe, 0xed, 0xfa, 0xce],
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  // RPM
  [0xed, 0xab, 0xee, 0xdb],
  // A shortcut of Windows
  [0x4c, 0, 0, 0, 0x01, 0x14, 0x02, 0],
  // Debian's packages, and xar, which macOS's are
  [...Buffer.from("!<arch>\ndebian-binary")],
  [...Buffer.from("xar!")],
].map((start) => Uint8Array.from(start));

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

const HEADER_BYTES = 64;

/** Text may start with "MZ" too. The header of a program holds the place of the next one, whose first byte is 0. */
function isWindowsProgram(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4d && bytes[1] === 0x5a && bytes.subarray(0, HEADER_BYTES).includes(0);
}

/** Classes of Java start alike; the number that follows is a count of architectures here, and a version there. */
function isFatMachO(bytes: Uint8Array): boolean {
  return startsWith(bytes, FAT) && bytes[4] === 0 && bytes[5] === 0 && (bytes[7] ?? 0) < 45;
}

const FAT = Uint8Array.from([0xca, 0xfe, 0xba, 0xbe]);
