import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { FileBytes, VersionFiles } from "../../../contracts/library/library.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { entityTag, hasCurrent, notModified, type SendAnswer } from "../../http/mod.ts";
import type { AnswerArchive } from "../library/version_archive.ts";
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

/** What is asked for behind `/.well-known/`; null: nothing that there is. */
export type AskedArtifact =
  | { readonly kind: "index" }
  | { readonly kind: "older_index" }
  | { readonly kind: "archive"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly path: string };

/** @param asked Behind `/.well-known/`, as it was sent. */
export function artifactIn(asked: string): AskedArtifact | null {
  if (asked === "agent-skills/index.json") return { kind: "index" };
  if (asked === "skills/index.json") return { kind: "older_index" };
  const [, archive] = /^agent-skills\/([a-z0-9-]+)\.zip$/.exec(asked) ?? [];
  if (archive !== undefined) return { kind: "archive", name: archive };
  const [, name, escaped] = /^(?:agent-)?skills\/([a-z0-9-]+)\/(.+)$/.exec(asked) ?? [];
  if (name === undefined || escaped === undefined) return null;
  try {
    return { kind: "file", name, path: decodeURIComponent(escaped) };
  } catch {
    return null;
  }
}

/** An index with the tag of its own text, or that its asker has it already. */
export function indexAnswer(
  { send, version }: OfferReplyDeps,
  asked: AskedOfOffers,
  value: unknown,
  kept: Readonly<Record<string, string>>,
): Response {
  const body = JSON.stringify(value);
  const headers = { ...kept, etag: entityTag(version, body) };
  return hasCurrent(asked.request, headers.etag)
    ? notModified(headers)
    : send(asked, body, { ...headers, "content-type": "application/json" });
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
  return send(asked, bytes, {
    ...kept,
    "content-type": file.path === "SKILL.md" ? "text/markdown; charset=utf-8" : "application/octet-stream",
    "content-disposition": "attachment",
    "content-length": String(bytes.length),
  });
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
