/** A git host where people sign in, over a socket: the OAuth of GitHub and Forgejo as their APIs answer it. */
import { createHash } from "node:crypto";

export interface FakePerson {
  readonly id: number;
  readonly login: string;
  readonly organisations: readonly string[];
  /** Those of them that they own. */
  readonly owns?: readonly string[];
}

export interface SignInServer extends AsyncDisposable {
  readonly url: string;
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who sits at the browser and allows what is asked; null: they deny it. */
  person: FakePerson | null;
  /** Whether it asks its person on a page with a form, as hosts do, which only a browser can go on from. */
  showsPage: boolean;
  /** How it answers instead, by path. */
  readonly broken: Map<string, () => Response>;
  /** Ids of people and organisations besides, by name. */
  readonly names: Map<string, number>;
  /** Every request, as `METHOD path`. */
  readonly asked: string[];
  /** Tokens that still work, to the person they are of. */
  readonly tokens: Map<string, FakePerson>;
  /** Follows an authorize URL as a browser would: where it is sent. */
  follow(authorizeUrl: URL): Promise<URL>;
}

interface Issued {
  readonly person: FakePerson;
  readonly challenge: string;
  readonly redirectUri: string;
}

export function startSignInServer(kind: "github" | "forgejo"): SignInServer {
  const clientId = "app-of-skillmount";
  const clientSecret = "secret-of-the-app";
  const codes = new Map<string, Issued>();
  const tokens = new Map<string, FakePerson>();
  const renewals = new Map<string, FakePerson>();
  const broken = new Map<string, () => Response>();
  const names = new Map<string, number>();
  const asked: string[] = [];
  let count = 0;

  function give(person: FakePerson): Response {
    const access = `host-token-${++count}`;
    const refresh = `host-renewal-${count}`;
    tokens.set(access, person);
    renewals.set(refresh, person);
    return Response.json({
      access_token: access,
      refresh_token: refresh,
      expires_in: 28_800,
      token_type: "bearer",
    });
  }

  /** GitHub says with 200 what everybody else says with 400. */
  function refuse(error: string): Response {
    return Response.json({ error, error_description: "no" }, { status: kind === "github" ? 200 : 400 });
  }

  function authorize({ searchParams: asked }: URL): Response {
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("state", asked.get("state") ?? "");
    if (server.person === null) back.searchParams.set("error", "access_denied");
    else {
      const code = `code-${++count}`;
      const challenge = asked.get("code_challenge") ?? "";
      codes.set(code, { person: server.person, challenge, redirectUri: asked.get("redirect_uri") ?? "" });
      back.searchParams.set("code", code);
    }
    return Response.redirect(back, 302);
  }

  function pageFor({ pathname, search }: URL): Response {
    const action = `${pathname}${search}`.replaceAll("&", "&amp;");
    const html =
      `<!doctype html><html lang="en"><title>The host</title><form method="post" action="${action}">` +
      "<button>Authorize</button></form></html>";
    return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
  }

  function exchange(form: URLSearchParams): Response {
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret) {
      return refuse("incorrect_client_credentials");
    }
    if (form.get("grant_type") === "refresh_token") {
      const refresh = form.get("refresh_token") ?? "";
      const person = renewals.get(refresh);
      renewals.delete(refresh);
      return person === undefined ? refuse("bad_refresh_token") : give(person);
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
    const isRight = code?.challenge === challenge && code.redirectUri === form.get("redirect_uri");
    return code !== undefined && isRight ? give(code.person) : refuse("bad_verification_code");
  }

  function answerApi(path: string, person: FakePerson): Response {
    if (path === "/user") return Response.json({ id: person.id, login: person.login, avatar_url: "" });
    const github = /^\/user\/memberships\/orgs\/([^/]+)$/.exec(path)?.[1];
    if (kind === "github" && github !== undefined) {
      const role = person.owns?.includes(github) ? "admin" : "member";
      return person.organisations.includes(github)
        ? Response.json({ state: "active", role })
        : Response.json({ message: "Not Found" }, { status: 404 });
    }
    const forgejo = /^\/orgs\/([^/]+)\/members\/([^/]+)$/.exec(path)?.[1];
    if (kind === "forgejo" && forgejo !== undefined) {
      return new Response(null, { status: person.organisations.includes(forgejo) ? 204 : 404 });
    }
    const named = /^\/users\/([^/]+)\/orgs\/([^/]+)\/permissions$/.exec(path);
    if (kind === "forgejo" && named?.[1] === person.login && person.organisations.includes(named[2] ?? "")) {
      return Response.json({ is_owner: person.owns?.includes(named[2] ?? "") ?? false });
    }
    return answerNames(path) ?? Response.json({ message: "Not Found" }, { status: 404 });
  }

  /** What everybody may ask. Null: this is something else. */
  function answerNames(path: string): Response | null {
    const name = /^\/users\/([^/]+)$/.exec(path)?.[1];
    if (name === undefined) return null;
    const id = names.get(name) ?? [...tokens.values()].find(({ login }) => login === name)?.id;
    return id === undefined
      ? Response.json({ message: "Not Found" }, { status: 404 })
      : Response.json({ id, login: name });
  }

  const http = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const url = new URL(request.url);
    asked.push(`${request.method} ${url.pathname}`);
    const instead = broken.get(url.pathname);
    if (instead !== undefined) return instead();
    if (url.pathname === "/login/oauth/authorize") {
      return request.method === "GET" && server.showsPage ? pageFor(url) : authorize(url);
    }
    if (url.pathname === "/login/oauth/access_token" && request.method === "POST") {
      return exchange(new URLSearchParams(await request.text()));
    }
    const path = url.pathname.replace(/^\/api(?:\/v1)?/, "");
    const open = request.headers.has("authorization") ? null : answerNames(path);
    if (open !== null) return open;
    const person = tokens.get(request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "");
    if (person === undefined) return Response.json({ message: "Bad credentials" }, { status: 401 });
    return answerApi(path, person);
  });

  const url = `http://127.0.0.1:${http.addr.port}`;
  const server: SignInServer = {
    url,
    apiUrl: `${url}/api`,
    clientId,
    clientSecret,
    person: null,
    showsPage: false,
    broken,
    names,
    asked,
    tokens,
    async follow(authorizeUrl) {
      const response = await fetch(authorizeUrl, { redirect: "manual" });
      await response.body?.cancel();
      return new URL(response.headers.get("location") ?? "");
    },
    [Symbol.asyncDispose]: () => http.shutdown(),
  };
  return server;
}
