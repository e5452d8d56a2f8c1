import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
// @ts-types="./_yauzl.ts"
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import type { Failure } from "../../../contracts/errors.ts";
import { PUBLISHED_SKILL_LIMITS, UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import type { UploadFlaw } from "../../../contracts/problems.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { ambiguous, broken, fileTooLarge, flawed, tooManyBytes, tooManyEntries } from "./_refusals.ts";
import type { SentFile } from "./sent_file.ts";

const inflate = promisify(inflateRaw);

/**
 * The files of a zip archive. Its directory is read by the library, which unpacks nothing here: a file's bytes are
 * taken out under the size that was allowed, and must be what both its headers say.
 */
export async function readZip(archive: Uint8Array): Promise<Result<readonly SentFile[], Failure>> {
  const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const zip = await fromBufferPromise(buffer, { decodeStrings: false });
    const listed = await listFiles(zip);
    return listed.ok ? await takeOut(zip, buffer, listed.value) : listed;
  } catch {
    return broken();
  }
}

interface ListedFile {
  readonly path: string;
  readonly entry: Entry;
}

async function listFiles(zip: ZipFile): Promise<Result<readonly ListedFile[], Failure>> {
  const files: ListedFile[] = [];
  const flaws: UploadFlaw[] = [];
  let bytes = 0;
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > UPLOAD_LIMITS.entries) return tooManyEntries();
    const path = nameOf(entry);
    const flaw = flawOf(entry, path);
    if (flaw !== null) flaws.push({ path, severity: "error", ...flaw });
    if (isDirectory(path, entry)) continue;
    if (entry.uncompressedSize > UPLOAD_LIMITS.fileBytes) return fileTooLarge(path, entry.uncompressedSize);
    bytes += entry.uncompressedSize;
    if (bytes > PUBLISHED_SKILL_LIMITS.bytes) return tooManyBytes();
    files.push({ path: path.replace(/^\.\//, ""), entry });
  }
  return flaws.length > 0 ? flawed(flaws) : success(files);
}

/** Names are taken for UTF-8, whatever the archive says of them: what is not has a sign that no path may hold. */
function nameOf(entry: Entry): string {
  return entry.fileNameRaw.toString("utf8");
}

/** What a Unix says of a file stands in the upper half; other systems leave it empty. */
const KIND = 0o170000;
const PLAIN = 0o100000;
const DIRECTORY = 0o040000;

function flawOf(entry: Entry, path: string): Pick<UploadFlaw, "code" | "message"> | null {
  if (entry.isEncrypted()) return { code: "archive_encrypted", message: "The file is encrypted" };
  const kind = (entry.externalFileAttributes >>> 16) & KIND;
  if (kind !== 0 && kind !== (path.endsWith("/") ? DIRECTORY : PLAIN)) {
    return {
      code: "archive_link",
      message: "Only plain files are published, and this is a link or a device",
    };
  }
  return path.includes("\ufffd") ? { code: "path_invalid", message: "The path is not UTF-8" } : null;
}

function isDirectory(path: string, entry: Entry): boolean {
  return path.endsWith("/") && entry.uncompressedSize === 0;
}

const STORED = 0;
const DEFLATED = 8;

async function takeOut(
  zip: ZipFile,
  archive: Buffer,
  listed: readonly ListedFile[],
): Promise<Result<readonly SentFile[], Failure>> {
  const files: SentFile[] = [];
  for (const { path, entry } of listed) {
    const local = await zip.readLocalFileHeaderPromise(entry);
    if (!local.fileName.equals(entry.fileNameRaw)) return ambiguous();
    if (local.compressionMethod !== entry.compressionMethod) return ambiguous();
    const { fileDataStart: start } = local;
    const packed = archive.subarray(start, start + entry.compressedSize);
    const bytes = await unpacked(packed, entry);
    if (bytes === null || bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) {
      return broken();
    }
    files.push({ path, bytes });
  }
  return success(files);
}

/** Throws where the data is no deflated stream, or holds more than its header says. Null: packed in another way. */
async function unpacked(
  packed: Buffer,
  { compressionMethod, uncompressedSize }: Entry,
): Promise<Buffer | null> {
  if (compressionMethod === STORED) return packed;
  if (compressionMethod !== DEFLATED) return null;
  return await inflate(packed, { maxOutputLength: Math.max(uncompressedSize, 1) });
}
