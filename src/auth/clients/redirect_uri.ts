/**
 * Where an authorization answer may go: what a client may register, and which of the URIs asked for later
 * are those (RFC 6749 3.1.2, RFC 8252 7 and 8.3, OAuth 2.1 1.5).
 * Nothing here asks who the client is.
 */
import type { RedirectUri } from "../../../contracts/auth/clients.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** What becomes of `http://localhost` where no other redirect stands beside it. */
export type LocalhostRule = "refuse" | "accept";

/** Who receives an answer, as a person is told. */
export type Receiver =
  | { readonly kind: "web"; readonly host: string }
  | { readonly kind: "this computer" }
  | { readonly kind: "app"; readonly scheme: string };

const LONGEST = 2048;

/** Schemes with an authority that browsers, or systems by a link alone, act on themselves. */
const NEVER = new Set([
  ...["javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source", "intent"],
  ...["ws", "wss", "ftp", "mailto", "tel", "sms", "smb", "ssh", "vnc", "jar", "chrome", "chrome-extension"],
  ...["resource", "content", "search-ms"],
]);

const LITERALS = new Set(["127.0.0.1", "[::1]"]);

/** One redirect URI; the error is the reason, to be said after its name. */
export function parseRedirectUri(text: string): Result<RedirectUri, string> {
  if (text.length > LONGEST) return failure(`is longer than ${LONGEST} characters`);
  // Spaces and control characters would be dropped or escaped by a browser, so that two texts mean one URI.
  if (/[^\x21-\x7e]/.test(text)) return failure("holds a character that no URI holds; escape it");
  if (text.includes("*")) return failure("holds a wildcard; register each URI");
  if (text.includes("#")) return failure("has a fragment");
  const url = URL.parse(text);
  if (url === null) return failure("is no absolute URI");
  if (url.username !== "" || url.password !== "") return failure("holds credentials");
  switch (url.protocol) {
    case "https:":
      return url.href === text ? accepted(text) : failure(`is not spelled the usual way, ${url.href}`);
    case "http:":
      if (!isThisComputer(url)) return failure("is plain http to another machine; use https");
      // Clients leave the slash of the root out, and send it at the next request.
      return url.href === text || url.href === `${text}/`
        ? accepted(text)
        : failure(`is not spelled the usual way, ${url.href}`);
    default:
      return isAppScheme(text) ? accepted(text) : failure("has a scheme that no app may claim");
  }
}

/** The redirects of one client, in their order; the error is a sentence for its developer. */
export function parseRedirectUris(
  texts: readonly string[],
  localhost: LocalhostRule,
): Result<readonly RedirectUri[], string> {
  const uris: RedirectUri[] = [];
  for (const text of texts) {
    const parsed = parseRedirectUri(text);
    if (!parsed.ok) return failure(`The redirect URI ${JSON.stringify(text.slice(0, 200))} ${parsed.error}`);
    uris.push(parsed.value);
  }
  if (uris.length === 0) return failure("A client needs at least one redirect URI");
  if (localhost === "refuse" && uris.every((uri) => isLocalhost(new URL(uri)))) {
    return failure(
      "The name localhost can be answered by another machine; register http://127.0.0.1 (any port matches)",
    );
  }
  return success(uris);
}

/** Whether an answer may go to `asked`, of a client that registered `registered`. */
export function isRegistered(
  asked: RedirectUri,
  registered: readonly RedirectUri[],
  localhost: LocalhostRule,
): boolean {
  if (registered.includes(asked)) return true;
  const url = new URL(asked);
  if (url.protocol !== "http:") return false;
  const alike = registered.map((uri) => new URL(uri)).filter((known) =>
    known.protocol === "http:" && known.pathname === url.pathname && known.search === url.search
  );
  // An app takes a port that is free when it starts, so none can be registered (RFC 8252 7.3).
  if (LITERALS.has(url.hostname)) return alike.some(({ hostname }) => hostname === url.hostname);
  if (!alike.some(isLocalhost)) return false;
  return localhost === "accept" || alike.some(({ hostname }) => LITERALS.has(hostname));
}

/** Of an app's own link the scheme alone is told: whatever app claims the scheme gets it, not a host in it. */
export function receiverOf(uri: RedirectUri): Receiver {
  const url = new URL(uri);
  if (url.protocol === "https:") return { kind: "web", host: url.host };
  if (url.protocol === "http:") return { kind: "this computer" };
  return { kind: "app", scheme: url.protocol.slice(0, -1) };
}

function accepted(text: string): Result<RedirectUri, string> {
  return success(text as RedirectUri);
}

function isThisComputer(url: URL): boolean {
  return LITERALS.has(url.hostname) || isLocalhost(url);
}

function isLocalhost({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && hostname === "localhost";
}

function isAppScheme(text: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\//.exec(text)?.[1];
  return scheme !== undefined && !NEVER.has(scheme) && !scheme.startsWith("ms-");
}
