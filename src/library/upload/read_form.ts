import { MaxPartsExceededError, type MultipartPart, parseMultipart } from "@remix-run/multipart-parser";
import type { Failure } from "../../../contracts/errors.ts";
import { PUBLISHED_SKILL_LIMITS, UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { tooManyFiles } from "./_refusals.ts";
import type { SentFile } from "./sent_file.ts";

/** A form as it was sent: nothing that it says is checked yet. */
export interface UploadForm {
  /** What is no file, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** In their order. */
  readonly files: readonly SentFile[];
  readonly archive: Uint8Array | null;
}

const { fields: MOST_FIELDS, fieldBytes: FIELD_BYTES, requestBytes, partHeaderBytes } = UPLOAD_LIMITS;

/** One more than may be is taken, to tell who sends 513 files what is too many. */
const MOST_PARTS = PUBLISHED_SKILL_LIMITS.files + MOST_FIELDS + 1;

/**
 * Takes apart a form of files (RFC 7578) whose body lies whole in memory, within the limit of a request. What is
 * called `files` is a file each, `archive` is the one archive, and everything else is a field.
 */
export function readUploadForm(body: Uint8Array, contentType: string | null): Result<UploadForm, Failure> {
  const boundary = boundaryOf(contentType);
  if (boundary === null) {
    return invalid("it must be multipart/form-data with a boundary", "Send a form, as curl does with -F");
  }
  const fields: Record<string, string> = {};
  const files: SentFile[] = [];
  const archives: Uint8Array[] = [];
  try {
    const limits = { maxHeaderSize: partHeaderBytes, maxFileSize: requestBytes, maxTotalSize: requestBytes };
    for (const part of parseMultipart(body, { boundary, ...limits, maxParts: MOST_PARTS })) {
      const said = dispositionOf(part);
      if (said === null) return invalid("a part of the form has no name");
      const { name, fileName } = said;
      // A form on a page sends this for each file that nobody chose.
      if (fileName === "" && part.size === 0) continue;
      if (name === "files" || name === "archive") {
        if (fileName === null) return invalid(`a part "${name}" has no file name`, FILE_HINT);
        if (name === "files") files.push({ path: fileName, bytes: part.bytes });
        else archives.push(part.bytes);
      } else {
        const flaw = addField(fields, name, part);
        if (flaw !== null) return invalid(flaw);
      }
    }
  } catch (error) {
    return error instanceof MaxPartsExceededError
      ? tooManyFiles()
      : invalid("the form breaks off or is not what its boundary says");
  }
  const [archive = null, another] = archives;
  if (another !== undefined) return invalid("there is more than one archive");
  return success({ fields, files, archive });
}

const FILE_HINT = "Send a file, as curl does with -F 'files=@SKILL.md'";

function boundaryOf(contentType: string | null): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(
      contentType ?? "",
    ) ?? [];
  return quoted ?? plain ?? null;
}

/**
 * What a part is called. Quotes and line ends in names are escaped as HTML says, and backslashes stay, which no
 * path may hold. `filename*` is not for forms (RFC 7578, section 4.2). The library's own reader of this header
 * takes it, and writes to the console what it cannot decode.
 */
function dispositionOf(
  part: MultipartPart,
): { readonly name: string; readonly fileName: string | null } | null {
  const header = part.headers["content-disposition"] ?? "";
  if (!/^form-data\s*;/i.test(header)) return null;
  const said = new Map<string, string>();
  for (const [, name = "", quoted, plain] of header.matchAll(PARAMETER)) {
    said.set(name.toLowerCase(), unescaped(quoted ?? plain ?? ""));
  }
  const name = said.get("name");
  return name === undefined ? null : { name, fileName: said.get("filename") ?? null };
}

const PARAMETER = /;\s*(name|filename)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gi;

const ESCAPED = new Map([["%22", '"'], ["%0A", "\n"], ["%0D", "\r"]]);

function unescaped(text: string): string {
  return text.replaceAll(/%(?:22|0A|0D)/gi, (escape) => ESCAPED.get(escape.toUpperCase()) ?? escape);
}

/** What is wrong with the field; null when it was added. */
function addField(fields: Record<string, string>, name: string, part: MultipartPart): string | null {
  if (!/^[A-Za-z]{1,40}$/.test(name)) return "a field has a name that does not exist here";
  if (Object.hasOwn(fields, name)) return `given more than once: "${name}"`;
  if (part.size > FIELD_BYTES) return `"${name}" is longer than ${FIELD_BYTES} bytes`;
  if (Object.keys(fields).length === MOST_FIELDS) return `there are more than ${MOST_FIELDS} fields`;
  fields[name] = part.text;
  return null;
}

function invalid(reason: string, hint?: string): Result<never, Failure> {
  return failure({ code: "request.invalid", reason, ...(hint !== undefined && { hint }) });
}
