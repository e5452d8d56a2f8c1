/**
 * Fetches a small JSON document from a URL that a stranger named, without letting the stranger see or touch
 * anything that only this machine can reach (server-side request forgery): https on its own port, public
 * addresses alone, the very address that was looked at, no redirects, and bounds on size and time.
 */
import { Buffer } from "node:buffer";
import { type IncomingMessage, request } from "node:http";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { ClientId, FetchDocument, FetchedDocument } from "../../../contracts/auth/clients.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { isPublicAddress } from "./is_public_address.ts";

export interface DocumentFetcherDeps {
  /** Every address of a host name; rejects where it has none. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  /** `host:port` that may be asked wherever it lies: for trying things out on one machine. */
  readonly allowed: ReadonlySet<string>;
  /** Certificates that are trusted in place of the usual ones, as PEM. */
  readonly ca?: string;
}

type Fetched = Result<FetchedDocument, string>;

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 5000;
const HTTPS_PORT = "443";

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
      return await exchange(url, { signal, address, ...(ca !== undefined && { ca }) });
    } catch {
      return failure("its host did not answer in time over a connection that can be trusted");
    }
  };

  /** The address to connect to; null where any address of the host is not public. */
  async function reachable(url: URL, signal: AbortSignal): Promise<string | null> {
    const given = isAddress(url);
    const late = new Promise<null>((done) =>
      signal.addEventListener("abort", () => done(null), { once: true })
    );
    const found = given
      ? [bareHost(url)]
      : await Promise.race([resolve(bareHost(url)).catch(() => null), late]);
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

/** Of an IPv6 address without its brackets. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isAddress(url: URL): boolean {
  return isIP(bareHost(url)) !== 0;
}

function placeOf({ hostname, port }: URL): string {
  return `${hostname}:${port || HTTPS_PORT}`;
}

interface Way {
  readonly address: string;
  readonly signal: AbortSignal;
  readonly ca?: string;
}

/**
 * Connects to the address and to nothing else, while the certificate is held against the name. The encryption is
 * laid under the request by hand: what `node:https` does beside it needs permissions that the server does not have.
 */
function exchange(url: URL, { address, signal, ca }: Way): Promise<Fetched> {
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>();
  const sent = request({
    signal,
    path: url.pathname + url.search,
    headers: { host: url.host, accept: "application/json", connection: "close" },
    createConnection: () =>
      connect({
        host: address,
        port: Number(url.port || HTTPS_PORT),
        ...(isAddress(url) ? {} : { servername: url.hostname }),
        ...(ca !== undefined && { ca }),
      }),
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
