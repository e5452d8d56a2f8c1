import { Buffer } from "node:buffer";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";

/**
 * Reads a request's body as UTF-8 text, at most `maxBytes` of it.
 *
 * A declared length within the limit is what HTTP delivers, so that the body is read in one go. One
 * over it is refused before anything is read, and a body that declares nothing is counted as it comes.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Result<string, Failure>> {
  const declared = request.headers.get("content-length");
  if (Number(declared) > maxBytes) return tooLarge(maxBytes);
  try {
    const bytes = declared === null ? await counted(request, maxBytes) : await request.bytes();
    if (bytes === null || bytes.length > maxBytes) return tooLarge(maxBytes);
    return success(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return failure({ code: "request.invalid", reason: "the body broke off or is not UTF-8" });
  }
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

function tooLarge(maxBytes: number): Result<string, Failure> {
  return failure({ code: "request.too_large", reason: `at most ${maxBytes} bytes are read` });
}
