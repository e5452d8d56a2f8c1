import type { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import type { IgnoredFile, UploadedFile } from "../../../contracts/library/publishing.ts";
import { LIBRARY_REST_LIMITS, UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createFairRoom } from "../../flow/mod.ts";
import { parseArguments } from "../../http/mod.ts";
import { readUpload, readUploadForm } from "../../library/mod.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import type { AskedOfAccount } from "./library_route.ts";

/** A form that publishes, and the files that it brings. */
interface Upload<Fields> {
  readonly fields: Fields;
  readonly files: readonly UploadedFile[];
  readonly ignored: readonly IgnoredFile[];
}

/** Reads an upload whose fields are of the form of `schema`, and lets `publish` have it while there is room for it. */
export type WithUpload = <Fields extends z.ZodObject>(
  asked: Pick<AskedOfAccount, "request" | "caller">,
  schema: Fields,
  publish: (upload: Upload<z.output<Fields>>) => Promise<Result<Response, Failure>>,
) => Promise<Result<Response, Failure>>;

const { requestBytes, requestMs, inFlightBytes } = UPLOAD_LIMITS;

/** What is held of a request while it is read: its body, and its files beside it. */
const COPIES = 2;

const RETRY_SECONDS = 10;

/**
 * Bounds what uploads hold in memory, all of them and each account's: as with answers that are on their way, one has at
 * most as much as the others leave. What is no form of files is refused before it takes any.
 */
export function createWithUpload({ readBytes, blockedTypes, metrics }: LibraryRestDeps): WithUpload {
  const room = createFairRoom(inFlightBytes);
  metrics.gauge("skillmount_uploads_in_flight_bytes", {}, room.taken);

  return async function withUpload(asked, schema, publish) {
    const { request, caller } = asked;
    const declared = request.headers.get("content-length");
    const bytes = declared === null ? requestBytes : Number(declared);
    if (!(bytes <= requestBytes)) return TOO_LARGE;
    const giveBack = room.take(caller.account, bytes * COPIES);
    if (giveBack === null) return BUSY;
    try {
      const body = await readBytes(request, requestBytes, requestMs);
      if (!body.ok) return body.error.code === "request.too_large" ? TOO_LARGE : body;
      const form = readUploadForm(body.value, request.headers.get("content-type"));
      if (!form.ok) return form;
      const fields = parseArguments(schema, form.value.fields);
      if (!fields.ok) return fields;
      const tree = await readUpload(form.value, blockedTypes);
      return tree.ok ? await publish({ fields: fields.value, ...tree.value }) : tree;
    } finally {
      giveBack();
    }
  };
}

const TOO_LARGE = failure(
  { code: "publish.too_large", reason: `a request has at most ${requestBytes} bytes` } as const,
);

const BUSY = failure(
  {
    code: "server.busy",
    reason: "other uploads take all there is for them",
    retryAfterSeconds: RETRY_SECONDS,
  } as const,
);

/** What changed, in its publisher's words; null: nothing is said. */
export function readNotes(text: string | undefined): Result<string | null, Failure> {
  if (text === undefined || text.trim() === "") return success(null);
  const { length } = new TextEncoder().encode(text);
  return length <= LIBRARY_REST_LIMITS.notes
    ? success(text)
    : failure({ code: "request.invalid", reason: `notes has at most ${LIBRARY_REST_LIMITS.notes} bytes` });
}

/** Codes of findings, separated by commas. */
export function readAcknowledged(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").map((code) => code.trim()).filter((code) => code !== "");
}
