import type { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import type { IgnoredFile, UploadedFile } from "../../../contracts/library/publishing.ts";
import type { Result } from "../../../contracts/result.ts";
import { parseArguments } from "../../http/mod.ts";
import { readUpload } from "../../library/mod.ts";
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

export function createWithUpload(
  { receiveForm, blockedTypes }: Pick<LibraryRestDeps, "receiveForm" | "blockedTypes">,
): WithUpload {
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
export function readNotes(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text;
}

/** Codes of findings, separated by commas. */
export function readAcknowledged(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").map((code) => code.trim()).filter((code) => code !== "");
}
