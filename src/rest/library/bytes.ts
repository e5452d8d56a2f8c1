import { Buffer } from "node:buffer";
import type { FileBytes } from "../../../contracts/library/library.ts";
import { LIBRARY_PATHS, LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { entityTag, hasCurrent, notModified } from "../../http/mod.ts";
import { fileAnswer } from "../file_answer.ts";
import { NOT_MODIFIED, type OperationAnswer } from "../operation.ts";
import { PRIVATE } from "./json_answer.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type AskedOfAccount, type LibraryRoute, libraryRoute } from "./library_route.ts";

/** Answers with bytes as they were uploaded, whole or in part. */
export const BYTES: readonly OperationAnswer[] = [
  {
    status: 200,
    description: "The whole file",
    mediaTypes: ["*/*"],
    schema: null,
    headers: ["etag", "cache-control", "content-disposition", "accept-ranges", "repr-digest"],
  },
  {
    status: 206,
    description: "The range that was asked for",
    mediaTypes: ["*/*"],
    schema: null,
    headers: ["etag", "cache-control", "content-disposition", "content-range", "repr-digest"],
  },
  NOT_MODIFIED,
];

export const BYTES_FAILURES = [
  "skill.not_found",
  "version.not_found",
  "version.removed",
  "file.described_only",
  "request.range_invalid",
  "server.busy",
] as const;

/** `GET /api/v1/library/{owner}/{name}/content` */
export function contentRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "skillContent",
    method: "GET",
    path: "/api/v1/library/{owner}/{name}/content",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.bytes,
    scope: "registry:read",
    summary: "A skill's instructions",
    description: "Its SKILL.md, byte for byte as it was published.",
    answers: BYTES,
    failures: BYTES_FAILURES,
    async answer(asked) {
      const { author, path, query: { state, version } } = asked;
      const within = state === "all" ? "own" : "library";
      const found = await deps.library.content(author, path, within, version);
      return found.ok ? success(bytesAnswer(deps, asked, found.value)) : found;
    },
  });
}

/** `GET /api/v1/library/{owner}/{name}/files/{path}` */
export function fileRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "skillFile",
    method: "GET",
    path: "/api/v1/library/{owner}/{name}/files/{path}",
    parameters: LIBRARY_PATHS.file,
    query: LIBRARY_QUERIES.bytes,
    scope: "registry:read",
    summary: "A file of a skill",
    description:
      "The bytes of one file as they were published. Scripts and styles are `text/plain`; whatever could act " +
      "in a browser comes as an attachment.",
    answers: BYTES,
    failures: [...BYTES_FAILURES, "file.not_found"],
    async answer(asked) {
      const { author, path: { path, ...skill }, query: { state, version } } = asked;
      const within = state === "all" ? "own" : "library";
      const found = await deps.library.file(author, skill, path, within, version);
      return found.ok ? success(bytesAnswer(deps, asked, found.value)) : found;
    },
  });
}

/** @param kept How long the answer may be kept, and by whom. */
export function bytesAnswer(
  deps: Pick<LibraryRestDeps, "send" | "version">,
  asked: Pick<AskedOfAccount, "request" | "asker">,
  { file, bytes }: FileBytes,
  kept: Readonly<Record<string, string>> = PRIVATE,
): Response {
  const etag = entityTag(deps.version, `${file.sha256} ${file.contentType} ${file.path}`);
  const headers = { etag, ...kept, "repr-digest": reprDigest(Buffer.from(file.sha256, "hex")) };
  if (hasCurrent(asked.request, etag)) return notModified(headers);
  const { path, isText, contentType: mediaType } = file;
  return fileAnswer(deps, asked, { path, isText, mediaType, bytes }, headers);
}

/** The digest of a whole answer, whichever part of it is sent (RFC 9530). */
export function reprDigest(sha256: Uint8Array): string {
  return `sha-256=:${Buffer.from(sha256).toString("base64")}:`;
}
