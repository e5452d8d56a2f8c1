import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";

/**
 * Reads a request's body as UTF-8 text, at most `maxBytes` of it.
 *
 * A declared length over the limit is refused before anything is read. It is never believed
 * otherwise: what arrives is counted, because a chunked body declares nothing.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Result<string, Failure>> {
  const tooLarge = failure<Failure>({
    code: "request.too_large",
    reason: `at most ${maxBytes} bytes are read`,
  });
  if (Number(request.headers.get("content-length")) > maxBytes) return tooLarge;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let received = 0;
  try {
    for await (const chunk of request.body ?? []) {
      received += chunk.byteLength;
      if (received > maxBytes) return tooLarge;
      text += decoder.decode(chunk, { stream: true });
    }
    return success(text + decoder.decode());
  } catch {
    return failure({ code: "request.invalid", reason: "the body broke off or is not UTF-8" });
  }
}
