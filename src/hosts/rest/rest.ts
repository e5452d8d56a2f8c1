import type { Clock } from "../../../contracts/ambient.ts";
import { withTimeout } from "../../flow/mod.ts";

/** What a REST API answers; everything that may heal is `unavailable` or `limited`. */
export type RestReply =
  | { readonly kind: "found"; readonly body: unknown; readonly etag: string | null }
  /** As it was under the given etag. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "not_found" }
  /** The token is no good, or not for this; or nothing is wrong with it, and it may not do this. */
  | { readonly kind: "refused" }
  /** Milliseconds since the epoch; null when GitHub does not say. */
  | { readonly kind: "limited"; readonly until: number | null }
  | { readonly kind: "unavailable" };

export interface RestOptions {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly token: string | null;
  /** Sent with every request, beside what says who asks. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RestRequest {
  readonly path: string;
  /** Of what was told before, so that GitHub may say that it is unchanged. */
  readonly etag?: string | null;
  /** The server's own when left out. */
  readonly token?: string;
  /** Sent as JSON by POST; a GET without one. */
  readonly body?: unknown;
}

/** Asks for one resource. Never throws for what the network or GitHub does. */
export type Rest = (request: RestRequest) => Promise<RestReply>;

const TIMEOUT_MS = 10_000;
const MAX_BODY = 1024 * 1024;
const MAX_REDIRECTS = 3;

/** Redirects are followed by hand: the token goes to the API's own origin and nowhere else. */
export function createRest(
  { fetch: send, clock, apiUrl, token: own, headers: always = {} }: RestOptions,
): Rest {
  async function ask(
    { path, etag = null, token = own ?? undefined, body }: RestRequest,
    signal: AbortSignal,
  ): Promise<RestReply> {
    let target = new URL(apiUrl + path);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await send(target, {
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
        headers: {
          "accept": "application/json",
          "user-agent": "skillmount",
          ...always,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(etag !== null && { "if-none-match": etag }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        redirect: "manual",
        credentials: "omit",
        signal,
      });
      if (![301, 302, 307, 308].includes(response.status)) return await read(response, signal);
      await response.body?.cancel();
      // What changes something is not sent to another place.
      if (body !== undefined) return { kind: "unavailable" };
      const next = redirected(target, response.headers.get("location"));
      if (next === null) return { kind: "unavailable" };
      target = next;
    }
    return { kind: "unavailable" };
  }

  /** Where a renamed repository lies, below the same API. */
  function redirected(from: URL, location: string | null): URL | null {
    const target = location === null ? null : URL.parse(location, from);
    const isSafe = target !== null && target.username === "" && target.password === "" &&
      target.href.startsWith(`${apiUrl}/repos`);
    return isSafe ? target : null;
  }

  async function read(response: Response, signal: AbortSignal): Promise<RestReply> {
    const { status, headers } = response;
    if (status === 200 || status === 201) {
      const text = await readText(response, signal);
      return text === null
        ? { kind: "unavailable" }
        : { kind: "found", body: JSON.parse(text), etag: headers.get("etag") };
    }
    await response.body?.cancel();
    if (status === 304) return { kind: "unchanged" };
    if (status === 404 || status === 451) return { kind: "not_found" };
    const until = limitedUntil(headers);
    if (status === 429 || (status === 403 && until !== null)) return { kind: "limited", until };
    return [401, 403, 422].includes(status) ? { kind: "refused" } : { kind: "unavailable" };
  }

  function limitedUntil(headers: Headers): number | null {
    const seconds = (name: string) => /^\d{1,12}$/.exec(headers.get(name) ?? "")?.[0];
    const retryAfter = seconds("retry-after");
    if (retryAfter !== undefined) return clock.now() + Number(retryAfter) * 1000;
    const reset = seconds("x-ratelimit-reset");
    return headers.get("x-ratelimit-remaining") === "0" && reset !== undefined ? Number(reset) * 1000 : null;
  }

  return async (request) => {
    const over = new AbortController();
    const giveUp = (): RestReply => {
      over.abort();
      return { kind: "unavailable" };
    };
    try {
      return await withTimeout(clock, TIMEOUT_MS, ask(request, over.signal), giveUp);
    } catch {
      // The network, or a body that is not JSON.
      return { kind: "unavailable" };
    }
  };
}

/** The body as text; null when it is too long. */
async function readText(response: Response, signal: AbortSignal): Promise<string | null> {
  if (response.body === null) return null;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  for await (const part of response.body) {
    signal.throwIfAborted();
    length += part.length;
    if (length > MAX_BODY) return null;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
