import type { Failure } from "../../../contracts/errors.ts";
import { UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result } from "../../../contracts/result.ts";
import type { FairRoom } from "../../flow/mod.ts";
import { readUploadForm, type UploadForm } from "./read_form.ts";

/** Reads a form of files, or why it cannot be had, and holds room for it until `use` is done with it. */
export type ReceiveForm = <Done>(
  request: Request,
  owner: string,
  use: (form: Result<UploadForm, Failure>) => Promise<Done>,
) => Promise<Done>;

export interface ReceiveFormDeps {
  readonly room: FairRoom;
  /** The body, within so many bytes and milliseconds. */
  readonly readBytes: (
    request: Request,
    maxBytes: number,
    maxMs: number,
  ) => Promise<Result<Uint8Array, Failure>>;
}

const { requestBytes, requestMs } = UPLOAD_LIMITS;

/** What is held of a request while it is read: its body, and its files beside it. */
const COPIES = 2;

const RETRY_SECONDS = 10;

/**
 * Bounds what uploads hold in memory, all of them and each owner's: as with answers that are on their way, one has at most
 * as much as the others leave. An archive may hold as much as a request, however small it is.
 */
export function createReceiveForm({ room, readBytes }: ReceiveFormDeps): ReceiveForm {
  return async function receiveForm(request, owner, use) {
    const declared = request.headers.get("content-length");
    const bytes = declared === null ? requestBytes : Number(declared);
    if (!(bytes <= requestBytes)) return await use(TOO_LARGE);
    const giveBack = room.take(owner, bytes * COPIES);
    if (giveBack === null) return await use(BUSY);
    let giveArchiveBack: (() => void) | null = null;
    try {
      const body = await readBytes(request, requestBytes, requestMs);
      if (!body.ok) return await use(body.error.code === "request.too_large" ? TOO_LARGE : body);
      const form = readUploadForm(body.value, request.headers.get("content-type"));
      if (form.ok && form.value.archive !== null) {
        giveArchiveBack = room.take(owner, requestBytes);
        if (giveArchiveBack === null) return await use(BUSY);
      }
      return await use(form);
    } finally {
      giveArchiveBack?.();
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
