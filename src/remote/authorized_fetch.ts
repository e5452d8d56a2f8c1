import type { Clock, Log } from "../../contracts/ambient.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { createSingleFlight, withTimeout } from "../flow/mod.ts";
import type { KeptSecret } from "./kept_secret.ts";
import type { ServerUrl } from "./server_url.ts";
import { refreshed, type SignedIn, signIn } from "./sign_in.ts";

export interface AuthorizedFetchDeps {
  readonly url: ServerUrl;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly kept: KeptSecret<SignedIn>;
  /** A key that takes the place of a sign-in; null: people sign in. */
  readonly key: string | null;
  /** Shows a page to the person who sits here. */
  readonly show: (url: URL) => void;
}

/** Clients give up on an answer after a minute; the sign-in goes on, and a later call finds it done. */
const WAIT_MS = 50_000;

/** Of an answer. Bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Sends each request on to one URL, with what it asks for: after a 401 with a token that was refreshed, or with
 * the person's word. Redirects are not followed, so that a token goes nowhere else. Whatever comes back is
 * an answer that the lines of stdio can carry.
 */
export function createAuthorizedFetch(deps: AuthorizedFetchDeps): (request: Request) => Promise<Response> {
  const { url, clock, log, kept, key } = deps;
  const once = createSingleFlight<string>();
  /** Where the person is waited for. */
  let page: URL | null = null;
  let access: string | null | undefined;

  /** Runs alone of all processes: another may have renewed it, or be at it. */
  const renew = (dead: string | null, challenge: string | null) =>
    kept.change(async (known) => {
      if (known !== null && known.access !== dead) return { keep: known, answer: known.access };
      const again = known === null ? null : await refreshed(known, deps);
      if (again !== null) return { keep: again, answer: again.access };
      const show = (url: URL) => {
        page = url;
        deps.show(url);
      };
      const signedIn = await signIn(url, challenge, { ...deps, show });
      page = null;
      return { keep: signedIn, answer: signedIn.access };
    });

  async function send(request: Request, body: string): Promise<Response> {
    const headers = new Headers(request.headers);
    const bearer = key ?? access;
    if (bearer) headers.set("authorization", `Bearer ${bearer}`);
    const { signal } = request;
    return await deps.fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
  }

  return async function authorizedFetch(request) {
    const body = await request.text();
    try {
      if (access === undefined) access = (await kept.read())?.access ?? null;
      const used = access;
      const response = await send(request, body);
      if (response.status !== 401 || key !== null) return await carried(response);
      await response.body?.cancel();
      const challenge = response.headers.get("www-authenticate");
      const renewed = await withTimeout(
        clock,
        WAIT_MS,
        once(String(used), () => renew(used, challenge)),
        () => null,
      );
      if (renewed === null) return refusal("sign_in_needed", signInText(url, page));
      access = renewed;
      return await carried(await send(request, body));
    } catch (error) {
      if (request.signal.aborted) throw error;
      log("warn", "not_answered", { ...whereItFailed(error) });
      const why = error instanceof Error ? error.message : String(error);
      return refusal(
        "unreachable",
        `Cannot get an answer from ${url.host}: ${why}; see that the URL is right and its server runs`,
      );
    }
  };
}

function signInText(url: URL, page: URL | null): string {
  return page === null
    ? `Sign in to ${url.host} in the browser window that is open, then ask again`
    : `Sign in to ${url.host}, then ask again: open ${page.href} in a browser`;
}

/** An answer with a message of the protocol, or one that says why there is none. */
async function carried(response: Response): Promise<Response> {
  const { status } = response;
  const type = response.headers.get("content-type") ?? "";
  const isMessage = /^(?:application\/json|text\/event-stream)\b/.test(type);
  if (!isMessage && (!response.ok || response.body !== null && status !== 202 && status !== 204)) {
    await response.body?.cancel();
    const text = status >= 300 && status < 400
      ? "it answers with a redirect; use the address that it leads to"
      : `it answers ${status} and no message; open the address in a browser to see why`;
    return refusal("no_message", `Cannot use this address: ${text}`);
  }
  const text = await bounded(response);
  if (text === null) return refusal("too_large", "The answer is larger than 16 MiB");
  return new Response(status === 204 ? null : text, { status, headers: { "content-type": type } });
}

/** Null: too large. */
async function bounded(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function refusal(code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status: 502 });
}
