/** The bytes that a request asks for: from `start` up to, and without, `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range of `size` bytes that a request for the answer `etag` names (RFC 9110, sections 13.1.5 and 14):
 * null for all of them, which is also what several ranges, other units and what nobody understands get.
 *
 * The package `range-parser` reads `1.5` and `0x1` as numbers and calls a range that ends before it starts
 * unsatisfiable, where RFC 9110 has it ignored.
 */
export function requestedRange(
  request: Request,
  size: number,
  etag: string,
): ByteRange | "unsatisfiable" | null {
  const header = request.headers.get("range");
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "") ?? [];
  if (request.method !== "GET" || (first === "" && last === "") || !isCurrent(request, etag)) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** Parts of two answers must never be put together: `if-range` is compared strongly, and dates never match. */
function isCurrent(request: Request, etag: string): boolean {
  const given = request.headers.get("if-range");
  return given === null || given === etag;
}
