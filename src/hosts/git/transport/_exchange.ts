import type { Clock } from "../../../../contracts/ambient.ts";
import type { HostFailure } from "../../../../contracts/git_host.ts";
import { createBodyReader } from "./_body_reader.ts";
import { broken, GitFailure, givenUp, notFound } from "../git_failure.ts";
import type { GitLimits } from "../git_limits.ts";

/** One request of git's smart HTTP transport, below a repository's URL. */
export interface GitRequest {
  readonly url: string;
  readonly service: "advertisement" | "request";
  readonly body?: Uint8Array<ArrayBuffer>;
  /** The value of the header; left out where the host is asked as everyone. */
  readonly authorization?: string;
}

/** A reply that is being read. */
export interface GitReply {
  readonly chunks: AsyncIterator<Uint8Array>;
  /** When the exchange must be over. Milliseconds since the epoch. */
  readonly until: number;
  /** Ends the exchange, whether or not all was read. */
  close(): Promise<void>;
}

/** Sends a request and gives the reply's body. */
export type Exchange = (request: GitRequest, signal?: AbortSignal) => Promise<GitReply>;

export interface ExchangeOptions {
  readonly fetch: typeof fetch;
  /** Told where the host answers something that is not git's: its base URL is wrong, or it asks who is there. */
  readonly onForeign?: () => void;
  readonly clock: Clock;
  readonly limits: GitLimits;
}

const SUFFIX = { advertisement: "/info/refs?service=git-upload-pack", request: "/git-upload-pack" } as const;
const TYPE = {
  advertisement: "application/x-git-upload-pack-advertisement",
  request: "application/x-git-upload-pack-result",
} as const;
const SLOW: HostFailure = { reason: "unavailable", detail: "the host answers too slowly" };
const UNREACHABLE: HostFailure = { reason: "unavailable", detail: "the host cannot be reached" };

/** Nothing secret is told by it: whoever asks that host gets the repository itself. */
const STATIC: HostFailure = {
  reason: "unsupported",
  detail: "the host offers the repository as files, not over git's smart HTTP protocol",
  remedy: "The host has to run git http-backend or the like: no change of the repository helps",
};

/** Sends no credentials but those of the request, and follows redirects by itself: never to another origin. */
export function createExchange({ fetch: ask, onForeign, clock, limits }: ExchangeOptions): Exchange {
  return async (request, signal) => {
    const over = new AbortController();
    const done = new AbortController();
    const until = clock.now() + limits.exchangeMs;
    let interrupt = () => {};
    /** Since when the host is waited for; null while it is not. */
    let silentSince: number | null = null;
    const stop = () => {
      over.abort();
      interrupt();
    };
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();

    /** One timer for the exchange: one for each part of a large reply would cost more than the part. */
    async function watch(): Promise<void> {
      while (!done.signal.aborted) {
        const now = clock.now();
        const left = Math.min(until, (silentSince ?? now) + limits.silenceMs) - now;
        if (left <= 0) return stop();
        await clock.sleep(left, done.signal);
      }
    }

    /** What is awaited, unless the host is silent for too long or the exchange is over. */
    async function heard<Value>(waited: Promise<Value>): Promise<Value> {
      if (over.signal.aborted) {
        // It fails too, and nobody is told.
        waited.catch(() => {});
        throw signal?.aborted ? givenUp() : new GitFailure(SLOW);
      }
      silentSince = clock.now();
      const interrupted = new Promise<never>((_, reject) => {
        interrupt = () => reject(new TypeError("Cannot wait any longer: the exchange is over"));
      });
      try {
        return await Promise.race([waited, interrupted]);
      } catch {
        throw signal?.aborted ? givenUp() : new GitFailure(over.signal.aborted ? SLOW : UNREACHABLE);
      } finally {
        interrupt = () => {};
        silentSince = null;
      }
    }

    void watch();
    function finish(): void {
      done.abort();
      signal?.removeEventListener("abort", stop);
    }

    async function send(): Promise<Response> {
      let target = new URL(request.url + SUFFIX[request.service]);
      for (let hops = 0;; hops++) {
        const response = await heard(ask(target, {
          method: request.body === undefined ? "GET" : "POST",
          headers: headersFor(request),
          ...(request.body !== undefined && { body: request.body }),
          redirect: "manual",
          credentials: "omit",
          signal: over.signal,
        }));
        if (response.status < 300 || response.status > 399) return response;
        await response.body?.cancel();
        const next = redirected(target, response.headers.get("location"), request.service);
        // Elsewhere lies another repository, or a page that asks who is there.
        if (next === null) throw notFound();
        if (hops === limits.redirects) throw broken("redirects too often");
        target = next;
      }
    }

    try {
      const response = await send();
      const refusal = refusalOf(response, request.service);
      const reader = createBodyReader(response.body ?? new Blob().stream());
      if (refusal !== null) {
        const isForeign = response.status === 200 && request.service === "advertisement";
        const start = isForeign ? await heard(reader.read()) : null;
        await reader.cancel().catch(() => {});
        if (start !== null && isStatic(start)) throw new GitFailure(STATIC);
        if (isForeign) onForeign?.();
        throw new GitFailure(refusal);
      }
      return {
        until,
        chunks: {
          next: async () => {
            const part = await heard(reader.read());
            return part === null ? { done: true, value: undefined } : { done: false, value: part };
          },
        },
        async close() {
          finish();
          over.abort();
          await reader.cancel().catch(() => {});
        },
      };
    } catch (error) {
      finish();
      over.abort();
      throw error;
    }
  };
}

function headersFor({ service, authorization }: GitRequest): Record<string, string> {
  return {
    "accept": TYPE[service],
    // A reply must not grow on its way in; packs are compressed already.
    "accept-encoding": "identity",
    "git-protocol": "version=2",
    // Some hosts answer programs alone that call themselves git.
    "user-agent": "git/2.0 skillmount",
    ...(authorization !== undefined && { authorization }),
    ...(service === "request" && { "content-type": "application/x-git-upload-pack-request" }),
  };
}

/** Where a redirect leads, as long as it is the same service of the same origin. */
function redirected(from: URL, location: string | null, service: GitRequest["service"]): URL | null {
  const target = location === null ? null : URL.parse(location, from);
  if (target === null || target.origin !== from.origin || target.username !== "" || target.password !== "") {
    return null;
  }
  return `${target.pathname}${target.search}`.endsWith(SUFFIX[service]) ? target : null;
}

/** What git update-server-info writes for hosts that know nothing of git: a hash, a tab and a ref a line. */
function isStatic(start: Uint8Array): boolean {
  return /^[0-9a-f]{40,64}\trefs\//.test(new TextDecoder().decode(start.subarray(0, 80)));
}

function refusalOf(response: Response, service: GitRequest["service"]): HostFailure | null {
  const { status, headers } = response;
  const retryAfter = /^\d{1,6}$/.exec(headers.get("retry-after") ?? "")?.[0];
  const retryAfterSeconds = retryAfter === undefined ? null : Number(retryAfter);
  if (status === 429 || (status === 403 && retryAfterSeconds !== null)) {
    return { reason: "rate_limited", retryAfterSeconds };
  }
  // A host asks for credentials where nothing is, so that nobody learns which private names exist.
  if ([401, 403, 404, 410, 451].includes(status)) return { reason: "not_found" };
  if (status !== 200) return { reason: "unavailable", detail: `the host answered with status ${status}` };
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === TYPE[service]) return null;
  return service === "advertisement"
    ? { reason: "not_found" }
    : { reason: "unavailable", detail: "the host does not answer in git's protocol" };
}
