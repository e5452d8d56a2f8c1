import type { ArchiveFormat } from "../../../contracts/rest/requests.ts";
import type { SkillFiles, Snapshot } from "../../reading/mod.ts";
import { type ArchiveEntry, ContentGone } from "./archive_entry.ts";
import { contentDisposition } from "../../http/mod.ts";
import { fitsTar, tar } from "./_tar.ts";
import { zip, zipSize } from "./_zip.ts";

export const ARCHIVE_MEDIA_TYPES: Readonly<Record<ArchiveFormat, string>> = {
  "zip": "application/zip",
  "tar.gz": "application/gzip",
};

/** The skill's files with SKILL.md at the archive's root. */
export function entriesOf(snapshot: Snapshot, { files }: SkillFiles): readonly ArchiveEntry[] {
  return files.map(({ path, size, content }) => ({
    path,
    size,
    async read() {
      const bytes = await snapshot.content(content);
      if (bytes === null || bytes.length !== size) throw new ContentGone(await snapshot.restore());
      return bytes;
    },
  }));
}

/** The first path that the format has no room for; null when the skill can be archived. */
export function pathTooLong({ files }: SkillFiles, format: ArchiveFormat): string | null {
  return format === "zip" ? null : files.find(({ path }) => !fitsTar(path))?.path ?? null;
}

/** What an answer with the archive says of its body. */
export function archiveHeaders(whole: SkillFiles, entries: readonly ArchiveEntry[], format: ArchiveFormat) {
  return {
    "content-type": ARCHIVE_MEDIA_TYPES[format],
    "content-disposition": contentDisposition("attachment", `${fileName(whole.skill.name)}.${format}`),
    // What the compressor makes of the rest is known only in the end.
    ...(format === "zip" && { "content-length": String(zipSize(entries)) }),
  };
}

/** The archive as it is read: files come from the snapshot one at a time, as fast as the client takes them. */
export function archiveStream(
  entries: readonly ArchiveEntry[],
  format: ArchiveFormat,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return format === "zip"
    ? ReadableStream.from(zip(entries))
    : ReadableStream.from(tar(entries)).pipeThrough(new CompressionStream("gzip"));
}

/** A name that every disk takes. */
function fileName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "") || "skill";
}
