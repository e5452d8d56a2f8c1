import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { Source } from "../../contracts/source.ts";

const POSITION_BYTES = 4;
const BINDING_BYTES = 12;
const FORM = /^[A-Za-z0-9_-]{22}$/;

/** The continuations of one request. */
export interface Cursors {
  at(position: number): string;
  /**
   * The position a cursor names, within 1 and `last`; without a cursor the first page's, 0. Left out, `last`
   * is not known yet, and the position is checked by `within` once it is.
   */
  read(cursor: string | undefined, last?: number): Result<number, Failure>;
  within(position: number, last: number): Result<number, Failure>;
}

/**
 * Cursors bound to what is read and by which rules, the mounted directory, the operation and its subject
 * (docs/design/mcp.md "Results and continuations"): base64url of the position and a part of the binding's
 * SHA-256. The binding is no secret; it tells requests apart, and positions are checked wherever they come
 * from.
 */
export function cursorsOf(
  source: Source,
  operation: "browse" | "search" | "load" | "skills" | "resources" | "directory",
  ...subject: readonly string[]
): Cursors {
  let binding: Uint8Array | null = null;

  const at = (position: number) => {
    binding ??= bindingOf(source, operation, subject);
    const bytes = Buffer.alloc(POSITION_BYTES + BINDING_BYTES);
    bytes.writeUInt32BE(position);
    bytes.set(binding, POSITION_BYTES);
    return bytes.toString("base64url");
  };

  const read = (cursor: string | undefined, last = Infinity): Result<number, Failure> => {
    if (cursor === undefined) return success(0);
    if (FORM.test(cursor)) {
      const position = Buffer.from(cursor, "base64url").readUInt32BE(0);
      if (position > 0 && position <= last && at(position) === cursor) return success(position);
    }
    return failure(INVALID_CURSOR);
  };

  const within = (position: number, last: number): Result<number, Failure> =>
    position > 0 && position > last ? failure(INVALID_CURSOR) : success(position);

  return { at, read, within };
}

export const INVALID_CURSOR: Failure = {
  code: "request.invalid",
  reason: "the cursor does not continue this request at this commit",
  hint: "Restart from the first page: repeat the request without a cursor",
};

function bindingOf(source: Source, operation: string, subject: readonly string[]): Uint8Array {
  const parts = [...source.binding, source.path, operation, ...subject];
  return createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, BINDING_BYTES);
}
