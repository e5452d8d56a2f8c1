/** The authorization server over real stores in memory, and a browser and an app that use it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Hono } from "hono";
import type { Address, HostKey, HostTable } from "../../../contracts/addresses.ts";
import type { FetchDocument } from "../../../contracts/auth/clients.ts";
import type { Viewer } from "../../../contracts/auth/viewer.ts";
import {
  addressResource,
  createAddressKeys,
  createAuthenticator,
  createFindClient,
  createSealer,
  createSignIn,
  findKeyHolder,
  type LocalhostRule,
  revokePerson,
} from "../../../src/auth/mod.ts";
import { failure, success } from "../../../contracts/result.ts";
import { formatAddress } from "../../../src/format/mod.ts";
import { createSignInHost } from "../../../src/hosts/sign_in/mod.ts";
import {
  createBodyReader,
  createMetrics,
  requestScope,
  type RequestVariables,
} from "../../../src/http/mod.ts";
import { oauthRoutes } from "../../../src/oauth/mod.ts";
import { createAddressKeyStore } from "../../../src/store/authorization/address_key_store.ts";
import { createClientStore } from "../../../src/store/authorization/client_store.ts";
import { createGrantStore } from "../../../src/store/authorization/grant_store.ts";
import { createPermissionStore } from "../../../src/store/authorization/permission_store.ts";
import { createSessionStore } from "../../../src/store/authorization/session_store.ts";
import { createFrame } from "../../../src/web/mod.ts";
import { accountsOn } from "../library/accounts.ts";
import { type ManualClock, manualClock } from "../manual_clock.ts";
import type { SignInServer } from "./sign_in_server.ts";

export const ISSUER = "https://account.example";
export const PUBLIC_URL = "https://skills.example";
export const PRIVATE = `${PUBLIC_URL}/gh/acme/private`;
export const CALLBACK = "http://127.0.0.1:3000/cb";
export const VERIFIER = "a-verifier-of-at-least-forty-three-characters";
export const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

const HOSTS: HostTable = new Map([
  ["gh", {
    ignoresCase: true,
    nestedOwners: false,
    owner: /^[a-z0-9-]{1,39}$/i,
    repo: /^[a-z0-9._-]{1,99}$/i,
  }],
]);

export interface AuthorizationServerOptions {
  readonly localhost?: LocalhostRule;
  readonly fetchDocument?: FetchDocument;
  readonly mostUnused?: number;
  /** Who may open an address; null: the host does not say. */
  readonly mayOpen?: (viewer: Viewer, address: Address) => boolean | null;
  readonly signInServer?: SignInServer;
  readonly allowed?: readonly string[];
  /** Opened and closed by the caller, who may run several on it; one in memory when left out. */
  readonly kv?: Deno.Kv;
  /** One that stands still when left out. */
  readonly clock?: ManualClock;
}

export interface Browser {
  /** As a page would send it; relative to the issuer. */
  get(path: string): Promise<Response>;
  post(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  readonly cookies: Map<string, string>;
}

export interface AuthorizationServer extends Disposable {
  readonly kv: Deno.Kv;
  readonly clock: ManualClock;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A POST of a form, as an app sends it. */
  form(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  json(path: string, body: unknown): Promise<Response>;
  browser(): Browser;
  /** The path of a link that signs in for the account `slug`, which is new. */
  link(slug: string): Promise<string>;
  /** A browser whose person signed in by a link for the account `slug`. */
  signedIn(slug?: string): Promise<Browser>;
  /** The id of a public client with these redirects. */
  client(redirectUris?: readonly string[]): Promise<string>;
  /** Lets the time of flight pass, once so many requests wait for it. */
  settle<Value>(work: Promise<Value>, waiters?: number): Promise<Value>;
  readonly whoHas: (bearer: string) => Promise<string>;
}

export async function authorizationServer(
  options: AuthorizationServerOptions = {},
): Promise<AuthorizationServer> {
  const kv = options.kv ?? await Deno.openKv(":memory:");
  const clock = options.clock ?? manualClock();
  const kvClock = {
    now: clock.now,
    sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  };
  const newId = () => crypto.randomUUID();
  const log = () => {};
  const deps = { kv, clock: kvClock, newId, log };
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const { localhost = "refuse", fetchDocument = null, mostUnused, mayOpen = () => true, signInServer } =
    options;
  const clients = createClientStore({ ...deps, ...(mostUnused !== undefined && { mostUnused }) });
  const grants = createGrantStore(deps);
  const { accounts, stores: { people }, made } = accountsOn(kv, kvClock);
  const sessions = createSessionStore(deps);
  let waiting = 0;
  const sleep: ManualClock["sleep"] = async (ms, signal) => {
    waiting++;
    await clock.sleep(ms, signal);
    waiting--;
  };
  const waitingClock = { now: clock.now, sleep };
  const key = "gh" as HostKey;
  const hosts = signInServer === undefined ? [] : [createSignInHost({
    key,
    kind: "github",
    webUrl: signInServer.url,
    apiUrl: signInServer.apiUrl,
    clientId: signInServer.clientId,
    clientSecret: signInServer.clientSecret,
    fetch,
    clock,
  })];
  const signIn = createSignIn({
    accounts,
    sessions,
    hosts: new Map(hosts.map((host) => [host.key, host])),
    allowed: options.allowed ?? [],
    clock,
    randomBytes,
    keepTokens: () => Promise.resolve(),
  });
  const places = { issuer: ISSUER, publicUrl: PUBLIC_URL, hosts: HOSTS };
  const missing = failure({ code: "mount.repo_not_found" } as const);
  const keyStore = createAddressKeyStore(deps);
  const addressKeys = createAddressKeys({
    keys: keyStore,
    mayOpen: (person, address) =>
      Promise.resolve(
        person !== null && mayOpen({ kind: "nobody" }, address) === true ? success(null) : missing,
      ),
    audienceOf: (address) => addressResource(address, places).audience,
    nameOf: (address) => formatAddress(address, HOSTS),
    clock,
    randomBytes,
  });
  const authenticate = createAuthenticator({
    grants,
    sessions,
    clock,
    keys: (bearer) => findKeyHolder(bearer, { keys: keyStore, clock }),
  });
  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(requestScope({ clock, newId, log, metrics: createMetrics(), authenticate, issuer: ISSUER }));
  app.route(
    "/",
    oauthRoutes({
      places,
      clients,
      grants,
      people,
      accounts,
      sessions,
      async disconnect(person) {
        const permissions = createPermissionStore(deps);
        const revokeAccountKeys = () => Promise.resolve(0);
        const access = {
          people,
          sessions,
          grants,
          clients,
          addressKeys: keyStore,
          permissions,
          revokeAccountKeys,
        };
        await revokePerson(person, access, false);
      },
      signIn,
      accountOfSet: () => Promise.resolve(null),
      signInHosts: hosts.map(({ key }) => ({ key, label: "GitHub" })),
      localhost,
      takesDocuments: fetchDocument !== null,
      findClient: createFindClient({ clients, fetchDocument, localhost, clock }),
      sealer: createSealer({
        secrets: ["a secret of 32 characters or more"],
        purpose: "consent",
        randomBytes,
      }),
      addressKeys,
      mayOpen: (viewer, address) => Promise.resolve(mayOpen(viewer, address)),
      clock: waitingClock,
      randomBytes,
      accessSeconds: 3600,
      graceSeconds: 30,
      readBody: createBodyReader(kvClock),
      frame: createFrame("0", ISSUER),
    }),
  );

  const send = (path: string, init?: RequestInit) =>
    Promise.resolve(app.fetch(new Request(ISSUER + path, init)));

  const server: AuthorizationServer = {
    kv,
    clock,
    fetch: send,
    form: (path, form, headers = {}) =>
      server.settle(send(path, { method: "POST", body: new URLSearchParams(form), headers })),
    json: (path, body) =>
      send(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    browser: () => browserOf(send),
    async link(slug) {
      if (await accounts.find(slug) === null) await made(slug);
      return `/sign-in/link/${await signIn.makeLink(slug)}`;
    },
    async signedIn(slug = "ada") {
      const browser = browserOf(send);
      assert.equal((await browser.post(await server.link(slug), {})).status, 303);
      return browser;
    },
    async client(redirectUris = [CALLBACK]) {
      const body = { client_name: "App", redirect_uris: redirectUris, token_endpoint_auth_method: "none" };
      const { client_id } = await (await server.json("/api/oauth/register", body)).json();
      assert(typeof client_id === "string");
      return client_id;
    },
    async settle(work, waiters = 1) {
      let isDone = false;
      void work.finally(() => isDone = true).catch(() => {});
      while (!isDone) {
        await new Promise((resolve) => setTimeout(resolve));
        if (waiting >= waiters) clock.advance(250);
      }
      return await work;
    },
    async whoHas(bearer) {
      const found = await authenticate({ bearer, session: null });
      return found.ok ? found.value.kind : found.error.code;
    },
    [Symbol.dispose]: () => options.kv ?? kv.close(),
  };
  return server;
}

/** Keeps cookies and follows nothing by itself. */
export function browserOf(send: (path: string, init: RequestInit) => Promise<Response>): Browser {
  const cookies = new Map<string, string>();
  async function go(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await send(path.startsWith(ISSUER) ? path.slice(ISSUER.length) : path, {
      ...init,
      headers,
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    cookies,
    get: (path) => go(path, {}),
    post: (path, form, headers = {}) =>
      go(path, { method: "POST", body: new URLSearchParams(form), headers: { origin: ISSUER, ...headers } }),
  };
}

/** The authorize request of a well-behaved app, with `given` in place of what it says; null leaves a parameter out. */
export function authorizePath(client: string, given: Readonly<Record<string, string | null>> = {}): string {
  const usual = {
    response_type: "code",
    client_id: client,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "a state",
    resource: PRIVATE,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...usual, ...given })) {
    if (value !== null) query.set(name, value);
  }
  return `/api/oauth/authorize?${query}`;
}

/** The hidden fields of the page's form, as a browser sends them. */
export async function fieldsOf(page: Response): Promise<Record<string, string>> {
  const html = await page.text();
  const fields: Record<string, string> = {};
  for (
    const [, name = "", value = ""] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  ) {
    fields[name] = value.replaceAll("&amp;", "&");
  }
  const account = /<option value="([^"]+)"/.exec(html)?.[1];
  return account === undefined ? fields : { ...fields, account };
}

/** A code for the client, allowed by the browser's person. */
export async function allowedCode(
  browser: Browser,
  client: string,
  given: Readonly<Record<string, string | null>> = {},
): Promise<{ readonly code: string; readonly location: URL }> {
  const fields = await fieldsOf(await browser.get(authorizePath(client, given)));
  const answer = await browser.post("/api/oauth/authorize", { ...fields, decision: "allow" });
  assert.equal(answer.status, 303, await answer.text());
  const location = new URL(answer.headers.get("location") ?? "");
  return { code: location.searchParams.get("code") ?? "", location };
}

/** What the token endpoint is sent for a code. */
export function exchangeForm(client: string, code: string): Record<string, string> {
  return {
    grant_type: "authorization_code",
    client_id: client,
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  };
}
