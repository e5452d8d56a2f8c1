import { createHash } from "node:crypto";
import type { VersionFiles } from "../../../contracts/library/library.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { type ArchiveFormat } from "../../../contracts/rest/requests.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createBoundedMap } from "../../flow/mod.ts";
import { entityTag, hasCurrent, notModified } from "../../http/mod.ts";
import { type ArchiveEntry, ContentGone } from "../archive/archive_entry.ts";
import {
  ARCHIVE_MEDIA_TYPES,
  archiveHeaders,
  archiveStream,
  heldBytes,
  noRoom,
  pathTooLong,
} from "../archive/archive_stream.ts";
import { NOT_MODIFIED, type OperationAnswer } from "../operation.ts";
import { reprDigest } from "./bytes.ts";
import { PRIVATE } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import type { AskedOfAccount } from "./library_route.ts";

/** Archives whose digests are remembered: each is 44 bytes and a key. */
const KNOWN_DIGESTS = 5000;

/** How an archive of a version is asked for. */
export interface ArchiveForm {
  readonly format: ArchiveFormat;
  /** `flat`: SKILL.md at the root. `folder`: everything in a directory named after the skill. */
  readonly layout: "flat" | "folder";
}

export const ARCHIVE_ANSWERS: readonly OperationAnswer[] = [
  {
    status: 200,
    description: "The archive",
    mediaTypes: Object.values(ARCHIVE_MEDIA_TYPES),
    schema: null,
    headers: ["etag", "cache-control", "content-disposition", "repr-digest"],
  },
  NOT_MODIFIED,
];

/** Answers with all files of a version. @param kept How long the answer may be kept, and by whom. */
export type AnswerArchive = (
  asked: Pick<AskedOfAccount, "request" | "asker">,
  whole: VersionFiles,
  form: ArchiveForm,
  kept?: Readonly<Record<string, string>>,
) => Promise<Result<Response, Failure>>;

export function createAnswerArchive(
  { send, version }: Pick<LibraryRestDeps, "send" | "version">,
): AnswerArchive {
  const digests = createBoundedMap<Uint8Array>(KNOWN_DIGESTS);

  /** An answer names its digest before its first byte, so that an archive is made twice the first time. */
  async function digestOf(key: string, entries: readonly ArchiveEntry[], format: ArchiveFormat) {
    const known = digests.get(key);
    if (known !== undefined) return known;
    const hash = createHash("sha256");
    for await (const bytes of archiveStream(entries, format)) hash.update(bytes);
    const digest = new Uint8Array(hash.digest());
    digests.set(key, digest);
    return digest;
  }

  return async function answerArchive(asked, whole, { format, layout }, kept = PRIVATE) {
    const { name, digest } = whole;
    const entries = entriesOf(whole, layout === "folder" ? `${name}/` : "");
    const long = pathTooLong(entries, format);
    if (long !== null) return failure(noRoom(long, format));
    const key = [digest, name, format, layout].join(" ");
    const etag = entityTag(version, key);
    if (hasCurrent(asked.request, etag)) return success(notModified({ etag, ...kept }));
    try {
      const headers = {
        etag,
        ...kept,
        "repr-digest": reprDigest(await digestOf(key, entries, format)),
        ...archiveHeaders(name, entries, format),
      };
      const body = { stream: archiveStream(entries, format), heldBytes: heldBytes(entries) };
      return success(send(asked, body, headers));
    } catch (error) {
      if (error instanceof ContentGone) return failure(error.failure);
      throw error;
    }
  };
}

function entriesOf(whole: VersionFiles, folder: string): readonly ArchiveEntry[] {
  return whole.files.map((file) => ({
    path: `${folder}${file.path}`,
    size: file.size,
    async read() {
      const bytes = await whole.read(file);
      if (bytes === null) throw new ContentGone({ code: "internal", hint: "Repeat the request later" });
      return bytes;
    },
  }));
}
