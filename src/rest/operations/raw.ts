import type { FileBytes } from "../../../contracts/reading.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { contentDisposition, failureResponse, queryReader, requestedRange } from "../../http/mod.ts";
import { answerFrom, openSnapshot, readBytes } from "../../reading/mod.ts";
import { type Asked, NOT_MODIFIED, READ_FAILURES, type ReadDeps, type Route } from "../operation.ts";
import { answerConditionally } from "../conditional_request.ts";

/** What a browser shows without running anything of it. Everything else is saved: HTML, SVG, XML, PDF. */
const SHOWN =
  /^(?:text\/(?:plain|markdown|csv|tab-separated-values|x-python)|application\/(?:json|jsonl|toml|yaml)|image\/(?:avif|bmp|gif|jpeg|png|vnd\.microsoft\.icon|webp)|(?:audio|video)\/[\w.+-]+)$/;

/** Types that a page of this origin could load as a program or a style, whatever else the answer says. */
const LOADED = new Set(["text/javascript", "text/css"]);

/** A document from here has no origin, and runs and loads nothing. */
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

const readQuery = queryReader(REST_QUERIES.raw);

/** `GET /api/v1/raw/<address>` */
export function rawRoute(deps: ReadDeps): Route {
  return {
    id: "raw",
    method: "GET",
    path: "/api/v1/raw",
    takesAddress: true,
    summary: "A file's bytes",
    description:
      "The bytes of one file exactly as git has them, or one range of them. Scripts and styles are " +
      "`text/plain`; whatever could act in a browser comes as an attachment.",
    query: REST_QUERIES.raw,
    answers: [
      {
        status: 200,
        description: "The whole file",
        mediaTypes: ["*/*"],
        schema: null,
        headers: ["etag", "cache-control", "content-disposition", "accept-ranges"],
      },
      {
        status: 206,
        description: "The range that was asked for",
        mediaTypes: ["*/*"],
        schema: null,
        headers: ["etag", "cache-control", "content-disposition", "content-range"],
      },
      NOT_MODIFIED,
    ],
    failures: [
      ...READ_FAILURES,
      "request.range_invalid",
      "file.not_found",
      "file.too_large",
      "file.described_only",
      "index.indexing",
      "index.failed",
    ],
    answer(asked) {
      const input = readQuery(asked.request);
      if (!input.ok) return failureResponse(input.error);
      return answerConditionally(deps, asked, ["raw", input.value], async ({ mount, headers }) => {
        const snapshot = await openSnapshot(deps.sources, mount, 0, asked.request.signal);
        const found = snapshot.ok
          ? await answerFrom(snapshot.value, (source) => readBytes(source, input.value))
          : snapshot;
        return found.ok ? fileAnswer(deps, asked, found.value, headers) : failureResponse(found.error);
      });
    },
  };
}

function fileAnswer(
  { send }: Pick<ReadDeps, "send">,
  asked: Asked,
  file: FileBytes,
  headers: Readonly<Record<string, string>>,
): Response {
  const { length } = file.bytes;
  const range = requestedRange(asked.request, length, headers.etag ?? "");
  if (range === "unsatisfiable") {
    return failureResponse({ code: "request.range_invalid" }, { "content-range": `bytes */${length}` });
  }
  const { start, end } = range ?? { start: 0, end: length };
  return send(asked, file.bytes.subarray(start, end), {
    ...headers,
    ...describing(file),
    "accept-ranges": "bytes",
    "content-length": String(end - start),
    ...(range !== null && { "content-range": `bytes ${start}-${end - 1}/${length}` }),
  }, range === null ? 200 : 206);
}

function describing({ path, mediaType, isText }: FileBytes): Record<string, string> {
  const shown = LOADED.has(mediaType) ? "text/plain" : mediaType;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return {
    "content-type": isText && shown.startsWith("text/") ? `${shown}; charset=utf-8` : shown,
    "content-disposition": contentDisposition(SHOWN.test(shown) ? "inline" : "attachment", name),
    "content-security-policy": POLICY,
  };
}
