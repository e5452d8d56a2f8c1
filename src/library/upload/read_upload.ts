import { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { BlockedTypes } from "./blocked_files.ts";
import { type JudgedTree, judgeTree } from "./judge_tree.ts";
import { readArchive } from "./read_archive.ts";
import type { UploadForm } from "./read_form.ts";
import type { SentFile } from "./sent_file.ts";

const PATHS = z.array(z.string());

/**
 * The tree of files that a form brings: its files, or those of its archive. `paths` names them where their sender
 * could not: a JSON array, one path for each file in their order.
 */
export async function readUpload(
  { files, archive, fields }: Pick<UploadForm, "files" | "archive" | "fields">,
  blocked: BlockedTypes,
): Promise<Result<JudgedTree, Failure>> {
  if (archive === null) {
    if (files.length === 0) return invalid("there is no file in it", "Send files, or one archive");
    const named = fields.paths === undefined ? success(files) : withPaths(files, fields.paths);
    return named.ok ? judgeTree(named.value, blocked) : named;
  }
  if (files.length > 0) return invalid("there are files and an archive", "Send files, or one archive");
  if (fields.paths !== undefined) return invalid("paths is for files, and an archive has its own");
  const unpacked = await readArchive(archive);
  return unpacked.ok ? judgeTree(unpacked.value, blocked) : unpacked;
}

function withPaths(files: readonly SentFile[], text: string): Result<readonly SentFile[], Failure> {
  const paths = PATHS.safeParse(parsed(text)).data;
  if (paths?.length !== files.length) {
    return invalid("paths must be a JSON array with one path for each file");
  }
  return success(files.map(({ bytes }, index) => ({ path: paths[index] ?? "", bytes })));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(reason: string, hint?: string): Result<never, Failure> {
  return failure({ code: "request.invalid", reason, ...(hint !== undefined && { hint }) });
}
