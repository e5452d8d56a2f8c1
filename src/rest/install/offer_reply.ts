import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { FileBytes, VersionFiles } from "../../../contracts/library/library.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { SendAnswer } from "../../http/mod.ts";
import type { AnswerArchive } from "../library/version_archive.ts";
import { fileHeaders, type WellKnown, wellKnownIn } from "./index_rules.ts";
import { INSTALLED } from "./offer.ts";

export interface AskedOfOffers {
  readonly request: Request;
  readonly asker: Asker;
}

export interface OfferReplyDeps {
  readonly send: SendAnswer;
  readonly answerArchive: AnswerArchive;
  /** Of the server: another one may answer in another form. */
  readonly version: string;
}

/** What is asked for behind `/.well-known/`, a path of a file decoded. */
export type AskedArtifact =
  | Exclude<WellKnown, { readonly kind: "file" }>
  | { readonly kind: "file"; readonly name: string; readonly path: string };

/** Null: nothing that there is. @param asked Behind `/.well-known/`, as it was sent. */
export function artifactIn(asked: string): AskedArtifact | null {
  const named = wellKnownIn(asked);
  if (named?.kind !== "file") return named;
  try {
    return { kind: "file", name: named.name, path: decodeURIComponent(named.escaped) };
  } catch {
    return null;
  }
}

export async function archiveAnswerOf(
  { answerArchive }: OfferReplyDeps,
  asked: AskedOfOffers,
  files: VersionFiles,
  kept: Readonly<Record<string, string>>,
): Promise<Result<Response, Failure>> {
  return await answerArchive(asked, files, INSTALLED, kept);
}

/** A file to be written to a disk: nothing of a skill is for this origin to show. */
export function fileAnswerOf(
  { send }: OfferReplyDeps,
  asked: AskedOfOffers,
  { file, bytes }: Pick<FileBytes, "file" | "bytes">,
  kept: Readonly<Record<string, string>>,
): Response {
  return send(asked, bytes, { ...kept, ...fileHeaders(file.path, bytes.length) });
}

/** The file of that path. Fails with `file.not_found`, and with `internal` where its bytes are gone. */
export async function fileIn(
  files: VersionFiles,
  path: string,
): Promise<Result<Pick<FileBytes, "file" | "bytes">, Failure>> {
  const file = files.files.find((one) => one.path === path);
  if (file === undefined) return failure({ code: "file.not_found" });
  const bytes = await files.read(file);
  return bytes === null
    ? failure({ code: "internal", hint: "Repeat the request later" })
    : success({ file, bytes });
}
