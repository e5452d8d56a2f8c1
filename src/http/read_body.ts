import { Buffer } from "node:buffer";
import type { Failure } from "../../contracts/errors.ts";
import type { Clock } from "../../contracts/ambient.ts";
import { TRAFFIC_LIMITS } from "../../contracts/limits.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { createDeadlines } from "../flow/mod.ts";

/** Reads a request's body as UTF-8 text, at most `maxBytes` of it, for half a minute. */
export type ReadBody = (request: Request, maxBytes: number) => Promise<Result<string, Failure>>;

const LONGEST_MS = TRAFFIC_LIMITS.bodyMs;

/**
 * A declared length within the limit is what HTTP delivers, so that the body is read in one go. One
 * over it is refused before anything is read, and a body that declares nothing is counted as it comes.
 * One that comes a byte at a time is given up.
 */
export function createBodyReader(clock: Clock): ReadBody {
  const deadlines = createDeadlines(clock);

  /** What the promise resolves to, or `late`. */
  function inTime<Value>(reading: Promise<Value>): Promise<Value | typeof LATE> {
    return new Promise((resolve, reject) => {
      const deadline = { until: clock.now() + LONGEST_MS, late: () => resolve(LATE) };
      const over = () => deadlines.delete(deadline);
      deadlines.add(deadline);
      reading.then((value) => (over(), resolve(value)), (error) => (over(), reject(error)));
    });
  }

  const decoder = new TextDecoder("utf-8", { fatal: true });

  return async function readBody(request, maxBytes) {
    const declared = request.headers.get("content-length");
    if (Number(declared) > maxBytes) return tooLarge(maxBytes);
    try {
      const bytes = await inTime(declared === null ? counted(request, maxBytes) : request.bytes());
      if (bytes === LATE) return TOO_SLOW;
      if (bytes === null || bytes.length > maxBytes) return tooLarge(maxBytes);
      return success(decoder.decode(bytes));
    } catch {
      return failure({ code: "request.invalid", reason: "the body broke off or is not UTF-8" });
    }
  };
}

const LATE = "late";

const TOO_SLOW = failure(
  {
    code: "request.timeout",
    reason: `the body did not arrive within ${LONGEST_MS / 1000} seconds`,
  } as const,
);

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

function tooLarge(maxBytes: number): Result<string, Failure> {
  return failure({ code: "request.too_large", reason: `at most ${maxBytes} bytes are read` });
}
