/**
 * Fetches a small JSON document from a URL that a stranger named, without letting the stranger see or touch
 * anything that only this machine can reach (server-side request forgery): https on its own port, public
 * addresses alone, the very address that was looked at, no redirects, and bounds on size and time.
 */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { request, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import type { ClientId, FetchDocument, FetchedDocument } from "../../../contracts/auth/clients.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { isPublicAddress } from "./is_public_address.ts";

export interface DocumentFetcherDeps {
  /** Every address of a host name; rejects where it has none. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  /** `host:port` that may be asked wherever it lies: for trying things out on one machine. */
  readonly allowed: ReadonlySet<string>;
  /** Certificates that are trusted besides the usual ones, as PEM. */
  readonly ca?: string;
}

type Fetched = Result<FetchedDocument, string>;

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 5000;

export function createDocumentFetcher({ resolve, allowed, ca }: DocumentFetcherDeps): FetchDocument {
  return async (id) => {
    const url = documentUrl(id, allowed);
    if (url === null) {
      return failure("it must be an https URL in its usual spelling, with a path and no port");
    }
    // Ends the look-up and the exchange together: a host that answers names slowly is slow as well.
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const address = await reachable(url, signal);
    if (address === null) return failure("its host has no address in the public internet");
    try {
      return await exchange(url, { signal, ...(ca !== undefined && { ca }) }, address);
    } catch {
      return failure("its host did not answer in time over a connection that can be trusted");
    }
  };

  /** The address to connect to; null where any address of the host is not public. */
  async function reachable(url: URL, signal: AbortSignal): Promise<string | null> {
    const hostname = url.hostname.replace(/^\[|\]$/g, "");
    const given = isIP(hostname) !== 0;
    const late = new Promise<null>((done) =>
      signal.addEventListener("abort", () => done(null), { once: true })
    );
    const found = given ? [hostname] : await Promise.race([resolve(hostname).catch(() => null), late]);
    const [first] = found ?? [];
    if (first === undefined) return null;
    if (allowed.has(placeOf(url))) return first;
    return found?.every(isPublicAddress) ? first : null;
  }
}

/** Null: no name of a document. */
function documentUrl(text: ClientId, allowed: ReadonlySet<string>): URL | null {
  const url = URL.parse(text);
  if (url === null || url.href !== text || url.protocol !== "https:" || url.pathname === "/") return null;
  if (url.username !== "" || url.password !== "" || url.hash !== "" || text.includes("#")) return null;
  return url.port === "" || allowed.has(placeOf(url)) ? url : null;
}

function placeOf({ hostname, port }: URL): string {
  return `${hostname}:${port || "443"}`;
}

/** Connects to `address` and to nothing else, while the certificate is held against the name. */
function exchange(url: URL, options: RequestOptions, address: string): Promise<Fetched> {
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>();
  const family = isIP(address);
  const sent = request(url, {
    ...options,
    agent: false,
    headers: { accept: "application/json" },
    lookup: (_hostname, { all }, answer) => {
      if (all) answer(null, [{ address, family }]);
      else answer(null, address, family);
    },
  }, (response) => {
    read(response).then(resolve, reject).finally(() => sent.destroy());
  });
  sent.on("error", reject);
  sent.end();
  return promise;
}

async function read(response: IncomingMessage): Promise<Fetched> {
  const { "content-type": type = "", "cache-control": control = "" } = response.headers;
  if (response.statusCode !== 200) return failure("its host did not answer with the document itself");
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) return failure("it is not sent as JSON");
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return failure(`it is larger than ${MAX_BYTES / 1024} KiB`);
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    const maxAge = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(control)?.[1];
    return success({ body: JSON.parse(text), maxAge: maxAge === undefined ? null : Number(maxAge) });
  } catch {
    return failure("it is no JSON");
  }
}
