import type { Failure } from "../../contracts/errors.ts";
import type { FileBytes } from "../../contracts/reading.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { mediaTypeOf } from "../format/mod.ts";
import { elsewhere, fileArgument } from "./_file.ts";
import type { Source } from "../../contracts/source.ts";

/**
 * A file's bytes as git has them. Fails with `request.invalid`, `file.not_found`, `file.too_large`,
 * `file.described_only`, or `index.indexing` when they are gone.
 */
export async function readBytes(
  source: Source,
  request: { readonly path: string },
): Promise<Result<FileBytes, Failure>> {
  const file = await fileArgument(source, request.path);
  if (!file.ok) return file;
  const { path, content, stored, characters, lfsPointer } = file.value;
  const isText = characters !== null;
  if (!stored) return failure(elsewhere(source, file.value));
  const bytes = await source.content(content);
  if (bytes === null) return failure(await source.restore());
  return success({ path, mediaType: mediaTypeOf({ path, isText, lfsPointer }), isText, bytes });
}
