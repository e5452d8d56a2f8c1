import { createHash } from "node:crypto";
import type { VersionFiles } from "../../../contracts/library/library.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { type ArchiveFormat } from "../../../contracts/rest/requests.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createBoundedMap, yieldToEventLoop } from "../../flow/mod.ts";
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

/** SHA-256 of archives, each made once as long as it is remembered. Throws `ContentGone`. */
export type ArchiveDigests = (whole: VersionFiles, form: ArchiveForm) => Promise<Uint8Array>;

export function createArchiveDigests(): ArchiveDigests {
  const digests = createBoundedMap<Uint8Array>(KNOWN_DIGESTS);
  return async function digestOf(whole, form) {
    const key = keyOf(whole, form);
    const known = digests.get(key);
    if (known !== undefined) return known;
    const hash = createHash("sha256");
    for await (const bytes of archiveStream(entriesOf(whole, form), form.format)) hash.update(bytes);
    // Of a whole account there may be hundreds in a row.
    await yieldToEventLoop();
    const digest = new Uint8Array(hash.digest());
    digests.set(key, digest);
    return digest;
  };
}

/** @param digestOf An answer names its digest before its first byte, so that an archive is made twice the first time. */
export function createAnswerArchive(
  { send, version }: Pick<LibraryRestDeps, "send" | "version">,
  digestOf: ArchiveDigests = createArchiveDigests(),
): AnswerArchive {
  return async function answerArchive(asked, whole, form, kept = PRIVATE) {
    const { name } = whole;
    const { format } = form;
    const entries = entriesOf(whole, form);
    const long = pathTooLong(entries, format);
    if (long !== null) return failure(noRoom(long, format));
    const etag = entityTag(version, keyOf(whole, form));
    if (hasCurrent(asked.request, etag)) return success(notModified({ etag, ...kept }));
    try {
      const headers = {
        etag,
        ...kept,
        "repr-digest": reprDigest(await digestOf(whole, form)),
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

/** Archives of equal keys have equal bytes. */
function keyOf({ digest, name }: VersionFiles, { format, layout }: ArchiveForm): string {
  return [digest, name, format, layout].join(" ");
}

function entriesOf(whole: VersionFiles, { layout }: Pick<ArchiveForm, "layout">): readonly ArchiveEntry[] {
  return entriesIn(whole, layout === "folder" ? `${whole.name}/` : "");
}

/** The files of a version below a folder, which ends with its `/`. Reading one throws `ContentGone` where it is gone. */
export function entriesIn(whole: VersionFiles, folder: string): readonly ArchiveEntry[] {
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
