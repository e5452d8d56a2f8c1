import { createHash } from "node:crypto";
import type { VersionFiles } from "../../../contracts/library/library.ts";
import { type ArchiveFormat } from "../../../contracts/rest/requests.ts";
import { LIBRARY_PATHS, LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { failure, success } from "../../../contracts/result.ts";
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
import { NOT_MODIFIED } from "../operation.ts";
import { reprDigest } from "./bytes.ts";
import { PRIVATE } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { createBoundedMap } from "../../flow/mod.ts";

/** Archives whose digests are remembered: each is 44 bytes and a key. */
const KNOWN_DIGESTS = 5000;

/** `GET /api/v1/library/{owner}/{name}/archive` */
export function archiveRoute(deps: LibraryRestDeps): LibraryRoute {
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

  return libraryRoute({
    id: "skillArchive",
    method: "GET",
    path: "/api/v1/library/{owner}/{name}/archive",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.archive,
    scope: "registry:read",
    summary: "A skill to install",
    description: "Every file of a version as it was published. The same version gives the same bytes.",
    answers: [
      {
        status: 200,
        description: "The archive",
        mediaTypes: Object.values(ARCHIVE_MEDIA_TYPES),
        schema: null,
        headers: ["etag", "cache-control", "content-disposition", "repr-digest"],
      },
      NOT_MODIFIED,
    ],
    failures: [
      "skill.not_found",
      "version.not_found",
      "version.removed",
      "file.described_only",
      "server.busy",
    ],
    async answer(asked) {
      const { author, path, query: { state, version, format, layout } } = asked;
      const within = state === "all" ? "own" : "library";
      const found = await deps.library.files(author, path, within, version);
      if (!found.ok) return found;
      const { name, digest } = found.value;
      const entries = entriesOf(found.value, layout === "folder" ? `${name}/` : "");
      const long = pathTooLong(entries, format);
      if (long !== null) return failure(noRoom(long, format));
      const key = [digest, name, format, layout].join(" ");
      const etag = entityTag(deps.version, key);
      if (hasCurrent(asked.request, etag)) return success(notModified({ etag, ...PRIVATE }));
      try {
        const headers = {
          etag,
          ...PRIVATE,
          "repr-digest": reprDigest(await digestOf(key, entries, format)),
          ...archiveHeaders(name, entries, format),
        };
        const body = { stream: archiveStream(entries, format), heldBytes: heldBytes(entries) };
        return success(deps.send(asked, body, headers));
      } catch (error) {
        if (error instanceof ContentGone) return failure(error.failure);
        throw error;
      }
    },
  });
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
