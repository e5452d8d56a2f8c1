import type { NetworkId } from "../../contracts/auth/network_id.ts";
import type { Asker, Authenticator, Credentials, Honoured, Identify } from "../../contracts/auth/viewer.ts";

/**
 * Finds out who asks, when a route wants to know: once for each way that it may be honoured. This is the one place that
 * looks at the headers of credentials; what is behind it sees who asks, and no token. `sessionCookie` is the one name
 * that counts: by another, anybody who can set cookies for a neighbour of this host could sign people in as themselves.
 */
export function identifier(
  authenticate: Authenticator,
  request: Request,
  client: (() => NetworkId) | undefined,
  sessionCookie: string,
): Identify {
  const asked = client === undefined ? {} : { client };
  const known = new Map<string, Promise<Asker>>();

  async function find(credentials: Credentials): Promise<Asker> {
    const found = await authenticate(credentials);
    return found.ok ? { ...found.value, ...asked } : { kind: "refused", failure: found.error, ...asked };
  }

  return function identify(honoured) {
    const credentials = credentialsOf(request, honoured, sessionCookie);
    if (credentials.bearer === null && credentials.session === null) {
      return Promise.resolve({ kind: "nobody", ...asked });
    }
    const name = credentials.session === null ? "bearer" : "session";
    const asker = known.get(name) ?? find(credentials);
    known.set(name, asker);
    return asker;
  };
}

/** Credentials of another scheme are none, and a request with a token is never asked for its cookie. */
function credentialsOf(request: Request, honoured: Honoured, sessionCookie: string): Credentials {
  const { headers } = request;
  const bearer = /^bearer +(.*)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim() ?? null;
  if (bearer !== null || honoured === "bearer" || isFromElsewhere(request)) return { bearer, session: null };
  return { bearer, session: sessionIn(headers.get("cookie"), sessionCookie) };
}

/** What a page of another site asks for is not asked for by the person, whatever the browser sends along. */
function isFromElsewhere({ headers, url }: Request): boolean {
  if (/^(?:cross-site|same-site)$/.test(headers.get("sec-fetch-site") ?? "") && !isNavigation(headers)) {
    return true;
  }
  const origin = headers.get("origin");
  return origin !== null && URL.parse(origin)?.host !== (headers.get("host") ?? new URL(url).host);
}

/** Following a link from elsewhere is the person's own doing, and only shows them a page. */
function isNavigation(headers: Headers): boolean {
  return headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
}

function sessionIn(cookies: string | null, sessionCookie: string): string | null {
  if (cookies === null) return null;
  const pairs = cookies.split(";").map((pair) => pair.trim().split("=", 2));
  return pairs.find(([name]) => name === sessionCookie)?.[1] ?? null;
}
