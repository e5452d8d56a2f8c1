import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type TarHeader, unpackTar } from "modern-tar";
import type { Failure } from "../../../contracts/errors.ts";
import { PUBLISHED_SKILL_LIMITS, UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import type { UploadFlaw } from "../../../contracts/problems.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { broken, fileTooLarge, flawed, tooManyBytes, tooManyEntries } from "./_refusals.ts";
import type { SentFile } from "./sent_file.ts";

const MAGIC_AT = 257;

/** Whether bytes are a tar archive as every program of today writes it. */
export function isTar(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(MAGIC_AT, MAGIC_AT + 5)) === "ustar";
}

const decompress = promisify(gunzip);

export async function readTarInGzip(archive: Uint8Array): Promise<Result<readonly SentFile[], Failure>> {
  let tar: Uint8Array;
  try {
    tar = await decompress(archive, { maxOutputLength: UPLOAD_LIMITS.requestBytes });
  } catch (error) {
    return error instanceof RangeError ? tooManyBytes() : broken();
  }
  return isTar(tar) ? await readTar(tar) : broken();
}

/** The files of a tar archive, which is within the limit of a request: so is all that it can hold. */
export async function readTar(archive: Uint8Array): Promise<Result<readonly SentFile[], Failure>> {
  const entries = await unpack(archive);
  if (entries === null) return broken();
  if (entries.length > UPLOAD_LIMITS.entries) return tooManyEntries();
  const files: SentFile[] = [];
  const flaws: UploadFlaw[] = [];
  let total = 0;
  for (const { header, data: bytes = new Uint8Array() } of entries) {
    const path = header.name.replace(/^\.\//, "");
    if (header.type === "directory") continue;
    const flaw = flawOf(header);
    if (flaw !== null) flaws.push({ path, severity: "error", ...flaw });
    if (bytes.length > UPLOAD_LIMITS.fileBytes) return fileTooLarge(path, bytes.length);
    total += bytes.length;
    if (total > PUBLISHED_SKILL_LIMITS.bytes) return tooManyBytes();
    files.push({ path, bytes });
  }
  return flaws.length > 0 ? flawed(flaws) : success(files);
}

/** Null: it is broken, cut off, or goes on behind its end. */
async function unpack(archive: Uint8Array) {
  try {
    return await unpackTar(archive, { strict: true });
  } catch {
    return null;
  }
}

function flawOf({ type, name, pax }: TarHeader): Pick<UploadFlaw, "code" | "message"> | null {
  const isSparse = Object.keys(pax ?? {}).some((key) => key.startsWith("GNU.sparse."));
  if (type !== "file" || isSparse) {
    return {
      code: "archive_link",
      message: "Only plain files are published, and this is a link or a device",
    };
  }
  return name.includes("\ufffd") ? { code: "path_invalid", message: "The path is not UTF-8" } : null;
}
