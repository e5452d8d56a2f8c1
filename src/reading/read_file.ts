import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { FileResult } from "../../contracts/reading.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { numberArgument } from "./_argument.ts";
import { elsewhere, fileArgument } from "./_file.ts";
import type { Source } from "../../contracts/source.ts";

export interface ReadFileRequest {
  readonly path: string;
  /** Code points to skip. */
  readonly offset?: number | undefined;
  /** Code points, 1 to 100,000. */
  readonly limit?: number | undefined;
}

/**
 * A page of a file's exact text, counted in code points. Fails with `request.invalid`,
 * `file.not_found`, `file.too_large`, `file.not_text`, `file.described_only`, or `index.indexing` when its bytes are gone.
 */
export async function readFile(
  source: Source,
  request: ReadFileRequest,
): Promise<Result<FileResult, Failure>> {
  const named = await fileArgument(source, request.path);
  if (!named.ok) return named;
  const file = named.value;
  const offset = numberArgument("offset", request.offset, {
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    standard: 0,
  });
  if (!offset.ok) return offset;
  const { max, default: standard } = MCP_LIMITS.read;
  const limit = numberArgument("limit", request.limit, { min: 1, max, standard });
  if (!limit.ok) return limit;

  const total = file.characters;
  if (!file.stored || total === null) return failure(elsewhere(source, file));
  if (offset.value > total) {
    return failure({
      code: "request.invalid",
      path: file.path,
      reason: `the offset is behind the end: the file has ${total} characters`,
      hint: "Start at offset 0, or continue at the offset that the preceding page names",
    });
  }

  const text = await source.text(file.content);
  if (text === null) return failure(await source.restore());
  const length = Math.min(limit.value, total - offset.value);
  const end = offset.value + length;
  return success({
    source: source.citation,
    partial: source.view.partial,
    path: file.path,
    offset: offset.value,
    length,
    totalLength: total,
    nextOffset: end < total ? end : null,
    text: slice(text, offset.value, length, total),
    lfsPointer: file.lfsPointer,
  });
}

/** `length` code points of `text` from `offset` on; `total` is how many it has. */
function slice(text: string, offset: number, length: number, total: number): string {
  // As many units as characters: none of them is half of a pair, and positions are indexes.
  if (text.length === total) return text.slice(offset, offset + length);
  const start = skip(text, 0, offset);
  return text.slice(start, skip(text, start, length));
}

/** The index `count` code points behind index `from`. */
function skip(text: string, from: number, count: number): number {
  let index = from;
  for (let left = count; left > 0 && index < text.length; left--) {
    const unit = text.charCodeAt(index);
    index += unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
  }
  return index;
}
