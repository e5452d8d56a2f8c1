import type { FileBytes } from "../../contracts/reading.ts";
import { type Asking, contentDisposition, failureResponse, requestedRange } from "../http/mod.ts";
import type { ReadDeps } from "./operation.ts";

/** What a browser shows without running anything of it. Everything else is saved: HTML, SVG, XML, PDF. */
const SHOWN =
  /^(?:text\/(?:plain|markdown|csv|tab-separated-values|x-python)|application\/(?:json|jsonl|toml|yaml)|image\/(?:avif|bmp|gif|jpeg|png|vnd\.microsoft\.icon|webp)|(?:audio|video)\/[\w.+-]+)$/;

/** Types that a page of this origin could load as a program or a style, whatever else the answer says. */
const LOADED = new Set(["text/javascript", "text/css"]);

/** A document from here has no origin, and runs and loads nothing. */
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** A file, or the range of it that is asked for, as a browser cannot be harmed by it. `etag` is among the headers. */
export function fileAnswer(
  { send }: Pick<ReadDeps, "send">,
  asked: Asking,
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
