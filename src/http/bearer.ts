import { createHash, timingSafeEqual } from "node:crypto";
import type { ErrorCode } from "../../contracts/errors.ts";

/**
 * What is wrong with an `authorization` header where `token` is asked for; null when nothing is. Digests
 * are compared, in constant time: neither the length nor the first wrong character shows in how long it takes.
 */
export function bearerProblem(header: string | null, token: string): ErrorCode | null {
  const [, given] = /^bearer ([^ ]+)$/i.exec(header ?? "") ?? [];
  if (given === undefined) return "auth.required";
  return timingSafeEqual(digest(given), digest(token)) ? null : "auth.invalid_token";
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
