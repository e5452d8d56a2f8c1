import * as oauth from "oauth4webapi";
import { isLoopback } from "../../contracts/loopback.ts";
import { parseServerUrl, type ServerUrl } from "./server_url.ts";

/** Who signs people in for a server, and what a client asks it for. */
export interface FoundServer {
  readonly server: oauth.AuthorizationServer;
  /** The name of what tokens are for (RFC 8707). */
  readonly resource: string;
  readonly scope: string | null;
}

/** What the library asks of fetch; of its options, those that it leaves out are undefined. */
interface Asked {
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly redirect: "manual";
  readonly body?: BodyInit | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How a server is spoken to: plain HTTP is for this machine alone, and nothing is waited for forever. */
export type HttpOptions = (url: URL) => {
  readonly [oauth.allowInsecureRequests]?: boolean;
  readonly [oauth.customFetch]: (url: string, asked: Asked) => Promise<Response>;
  readonly signal: AbortSignal;
};

const PATIENCE_MS = 30_000;

export function httpOptions(ownFetch: typeof fetch): HttpOptions {
  return (url) => ({
    ...(isLoopback(url.hostname) && { [oauth.allowInsecureRequests]: true }),
    [oauth.customFetch]: (asked, { body = null, signal = null, ...rest }) =>
      ownFetch(asked, { ...rest, body, signal }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

/**
 * Finds out who signs people in, from the document that a refusal names or that lies where RFC 9728 says.
 *
 * @param challenge The `www-authenticate` of the refusal; null without one.
 */
export async function findAuthorizationServer(
  http: HttpOptions,
  url: ServerUrl,
  challenge: string | null,
): Promise<FoundServer> {
  const named = parameter(challenge, "resource_metadata");
  const response = named === null
    ? await oauth.resourceDiscoveryRequest(url, http(url))
    : await fetchDocument(http, new URL(named), url);
  const { resource } = Object(await response.clone().json());
  if (typeof resource !== "string" || !covers(new URL(resource), url)) {
    throw new TypeError("its sign-in document is of another address");
  }
  const document = await oauth.processResourceDiscoveryResponse(new URL(resource), response);
  const [issuer] = document.authorization_servers ?? [];
  const issuerUrl = parseServerUrl(issuer ?? "");
  if (!issuerUrl.ok) throw new TypeError("it names nobody who signs people in");
  return {
    server: await findIssuer(http, issuerUrl.value),
    resource,
    scope: parameter(challenge, "scope") ?? document.scopes_supported?.join(" ") ?? null,
  };
}

export async function findIssuer(http: HttpOptions, issuer: ServerUrl): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(issuer, { ...http(issuer), algorithm: "oauth2" });
  return await oauth.processDiscoveryResponse(issuer, response);
}

/** The document of another origin could send a person anywhere. */
async function fetchDocument(http: HttpOptions, document: URL, url: URL): Promise<Response> {
  if (document.origin !== url.origin) throw new TypeError("its sign-in document is of another origin");
  const { signal, [oauth.customFetch]: ask } = http(document);
  return await ask(document.href, { redirect: "manual", headers: { accept: "application/json" }, signal });
}

/** A resource is the address itself, or what the address lies below. */
function covers(resource: URL, url: URL): boolean {
  const base = resource.pathname.replace(/\/$/, "");
  return resource.origin === url.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
}

function parameter(challenge: string | null, name: string): string | null {
  return new RegExp(`[\\s,]${name}="([^"]+)"`).exec(challenge ?? "")?.[1] ?? null;
}
