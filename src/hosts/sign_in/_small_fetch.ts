import { Buffer } from "node:buffer";
import type { Clock } from "../../../contracts/ambient.ts";
import { withTimeout } from "../../flow/mod.ts";

/** Sends a request; a `Response` whose body is whole and small, or a rejection. */
export type SmallFetch = (url: string, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Whoever parses a host's answer gets no more of it than such an answer can be, and within bounded time. */
export function createSmallFetch(send: typeof fetch, clock: Clock): SmallFetch {
  async function exchange(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    const response = await send(url, { ...init, redirect: "manual", credentials: "omit", signal });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new RangeError("Cannot read an answer: it is too long");
      chunks.push(chunk);
    }
    const { status, headers } = response;
    return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, headers });
  }

  return async function smallFetch(url, init) {
    const over = new AbortController();
    return await withTimeout(clock, TIMEOUT_MS, exchange(url, init, over.signal), () => {
      over.abort();
      throw new DOMException("Cannot wait longer for an answer", "TimeoutError");
    });
  };
}
