import type { Failure } from "../../../contracts/errors.ts";
import type { ArchiveFormat } from "../../../contracts/rest/requests.ts";
import { contentDisposition } from "../../http/mod.ts";
import type { ArchiveEntry } from "./archive_entry.ts";
import { fitsTar, tar } from "./_tar.ts";
import { zipSize } from "../../library/mod.ts";
import { zip } from "./_zip.ts";

export const ARCHIVE_MEDIA_TYPES: Readonly<Record<ArchiveFormat, string>> = {
  "zip": "application/zip",
  "tar.gz": "application/gzip",
};

/** The first path that the format has no room for; null when all can be archived. */
export function pathTooLong(
  entries: readonly Pick<ArchiveEntry, "path">[],
  format: ArchiveFormat,
): string | null {
  return format === "zip" ? null : entries.find(({ path }) => !fitsTar(path))?.path ?? null;
}

export function noRoom(path: string, format: ArchiveFormat): Failure {
  return {
    code: "request.invalid",
    path,
    reason: `a path of this skill is too long for a ${format} archive that every installer reads`,
    hint: "Take format=zip",
  };
}

/** What an answer with the archive of a skill of that name says of its body. */
export function archiveHeaders(name: string, entries: readonly ArchiveEntry[], format: ArchiveFormat) {
  return {
    "content-type": ARCHIVE_MEDIA_TYPES[format],
    "content-disposition": contentDisposition("attachment", `${fileName(name)}.${format}`),
    // What the compressor makes of the rest is known only in the end.
    ...(format === "zip" && { "content-length": String(zipSize(entries)) }),
  };
}

/** The archive as it is read: files come one at a time, as fast as the client takes them. */
export function archiveStream(
  entries: readonly ArchiveEntry[],
  format: ArchiveFormat,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return format === "zip"
    ? ReadableStream.from(zip(entries))
    : ReadableStream.from(tar(entries)).pipeThrough(new CompressionStream("gzip"));
}

/** What the compressor and the runtime hold of an archive beside the file that it is at. Bytes, about. */
const PIPE_BYTES = 256 * 1024;

/** What an archive holds in memory while it is sent: it is made as it is read, one file at a time. */
export function heldBytes(entries: readonly ArchiveEntry[]): number {
  return PIPE_BYTES + entries.reduce((most, { size }) => Math.max(most, size), 0);
}

/** A name that every disk takes. */
function fileName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "") || "skill";
}
