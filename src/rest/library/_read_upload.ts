import type { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import type { IgnoredFile, UploadedFile } from "../../../contracts/library/publishing.ts";
import { LIBRARY_REST_LIMITS, UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createFairRoom } from "../../flow/mod.ts";
import { parseArguments } from "../../http/mod.ts";
import { createReceiveForm, readUpload } from "../../library/mod.ts";
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

/** Bounds what uploads over REST hold in memory, and what each account does. */
export function createWithUpload({ readBytes, blockedTypes, metrics }: LibraryRestDeps): WithUpload {
  const room = createFairRoom(UPLOAD_LIMITS.inFlightBytes);
  metrics.gauge("skillmount_uploads_in_flight_bytes", {}, room.taken);
  const receiveForm = createReceiveForm({ room, readBytes });

  return function withUpload({ request, caller }, schema, publish) {
    return receiveForm(request, caller.account, async (form) => {
      if (!form.ok) return form;
      const fields = parseArguments(schema, form.value.fields);
      if (!fields.ok) return fields;
      const tree = await readUpload(form.value, blockedTypes);
      return tree.ok ? await publish({ fields: fields.value, ...tree.value }) : tree;
    });
  };
}

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
