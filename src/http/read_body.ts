import { Buffer } from "node:buffer";
import type { Failure } from "../../contracts/errors.ts";
import type { Clock } from "../../contracts/ambient.ts";
import { TRAFFIC_LIMITS } from "../../contracts/limits.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { createDeadlines } from "../flow/mod.ts";

/** Reads a request's body, at most `maxBytes` of it, for half a minute or `maxMs`. */
export type ReadBytes = (
  request: Request,
  maxBytes: number,
  maxMs?: number,
) => Promise<Result<Uint8Array, Failure>>;

/** The same as UTF-8 text. */
export type ReadBody = (request: Request, maxBytes: number) => Promise<Result<string, Failure>>;

const LATE = "late";

const decoder = new TextDecoder("utf-8", { fatal: true });

export function createBodyReader(clock: Clock): ReadBody {
  return createReader(clock, (bytes) => decoder.decode(bytes));
}

export function createBytesReader(clock: Clock): ReadBytes {
  return createReader(clock, (bytes) => bytes);
}

/**
 * A declared length within the limit is what HTTP delivers, so that the body is read in one go. One
 * over it is refused before anything is read, and a body that declares nothing is counted as it comes.
 * One that comes a byte at a time is given up. `make` throws where the bytes are not what is asked for.
 */
function createReader<Value>(clock: Clock, make: (bytes: Uint8Array) => Value) {
  const deadlines = createDeadlines(clock);

  /** What the promise resolves to, or `late`. */
  function inTime<Value>(reading: Promise<Value>, ms: number): Promise<Value | typeof LATE> {
    return new Promise((resolve, reject) => {
      const deadline = { until: clock.now() + ms, late: () => resolve(LATE) };
      const over = () => deadlines.delete(deadline);
      deadlines.add(deadline);
      reading.then((value) => (over(), resolve(value)), (error) => (over(), reject(error)));
    });
  }

  return async function read(
    request: Request,
    maxBytes: number,
    maxMs: number = TRAFFIC_LIMITS.bodyMs,
  ): Promise<Result<Value, Failure>> {
    const declared = request.headers.get("content-length");
    if (Number(declared) > maxBytes) return tooLarge(maxBytes);
    try {
      const bytes = await inTime(declared === null ? counted(request, maxBytes) : request.bytes(), maxMs);
      if (bytes === LATE) return tooSlow(maxMs);
      return bytes === null || bytes.length > maxBytes ? tooLarge(maxBytes) : success(make(bytes));
    } catch {
      return failure({ code: "request.invalid", reason: "the body broke off or is not UTF-8" });
    }
  };
}

function tooSlow(ms: number): Result<never, Failure> {
  return failure({
    code: "request.timeout",
    reason: `the body did not arrive within ${ms / 1000} seconds`,
  });
}

/** Null as soon as more than `maxBytes` have come; the rest is not read. */
async function counted(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of request.body ?? []) {
    received += chunk.byteLength;
    if (received > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): Result<never, Failure> {
  return failure({ code: "request.too_large", reason: `at most ${maxBytes} bytes are read` });
}
