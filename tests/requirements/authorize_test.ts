import assert from "node:assert/strict";
import {
  allowedCode,
  authorizationServer,
  authorizePath,
  CALLBACK,
  exchangeForm,
  fieldsOf,
  ISSUER,
  PRIVATE,
  PUBLIC_URL,
} from "../support/sign_in/authorization_server.ts";
import { verifies } from "./verifies.ts";

Deno.test(
  verifies(
    ["authorize.sign_in", "authorize.resource_missing_address"],
    "a well-formed request of somebody not signed in leads to the sign-in page, whatever it asks for",
  ),
  async () => {
    using server = await authorizationServer();
    const client = await server.client();
    for (const resource of [PRIVATE, `${PUBLIC_URL}/gh/acme/nothing`]) {
      const path = authorizePath(client, { resource, state: "s".repeat(4000) });
      const response = await server.fetch(path);
      assert.equal(response.status, 303);
      assert.equal(
        response.headers.get("location"),
        `${ISSUER}/sign-in?return_to=${encodeURIComponent(path)}`,
      );
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
  },
);

Deno.test(
  verifies(
    ["authorize.consent", "consent.always", "consent.facts", "consent.frames"],
    "somebody signed in is asked every time, on a page that says what for and can be framed by nobody",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client(["https://app.example/cb"]);
    const path = authorizePath(client, { redirect_uri: "https://app.example/cb" });
    for (let times = 0; times < 2; times++) {
      const page = await browser.get(path);
      assert.equal(page.status, 200);
      assert.equal(page.headers.get("location"), null);
      assert.match(page.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
      assert.equal(page.headers.get("x-frame-options"), "DENY");
      assert.equal(page.headers.get("cache-control"), "no-store");
      assert.equal(page.headers.get("referrer-policy"), "same-origin");
      const html = await page.clone().text();
      for (
        const fact of [
          "app.example",
          PRIVATE,
          "repo:read",
          '<form method="post" action="/api/oauth/authorize">',
        ]
      ) {
        assert(html.includes(fact), fact);
      }
      const allowed = { ...await fieldsOf(page), decision: "allow" };
      assert.equal((await browser.post("/api/oauth/authorize", allowed)).status, 303);
    }
  },
);

Deno.test(
  verifies(
    [
      "authorize.unknown_client",
      "authorize.bad_redirect",
      "authorize.loopback_path",
      "authorize.localhost_exact",
    ],
    "an answer goes where the client is registered for, or nowhere",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const web = await server.client(["https://app.example/cb"]);
    const loopback = await server.client(["http://127.0.0.1/cb"]);
    const mixed = await server.client(["cursor://x/cb", "http://localhost:8787/callback"]);
    const both = await server.client(["http://localhost/cb", "http://127.0.0.1/cb"]);
    const cases: [client: string, redirect: string, status: number][] = [
      ["dc_nothing", CALLBACK, 400],
      [web, "https://app.example/cb", 200],
      [web, "https://app.example/cb2", 400],
      [web, "https://app.example/cb/", 400],
      [web, "https://app.example/cb?x=1", 400],
      [loopback, "http://127.0.0.1:3000/other", 400],
      [loopback, "http://[::1]:3000/cb", 400],
      [mixed, "http://localhost:8787/callback", 200],
      [mixed, "http://localhost:9999/callback", 400],
      [both, "http://localhost:9999/cb", 200],
    ];
    for (const [client, redirect_uri, status] of cases) {
      const response = await browser.get(authorizePath(client, { redirect_uri }));
      assert.equal(response.status, status, redirect_uri);
      assert.equal(response.headers.get("location"), null);
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
      await response.body?.cancel();
    }
  },
);

Deno.test(
  verifies(
    ["authorize.loopback_port"],
    "a loopback literal matches at any port, and the answer goes to the one asked",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client(["http://127.0.0.1:3000/cb"]);
    const { location } = await allowedCode(browser, client, { redirect_uri: "http://127.0.0.1:54321/cb" });
    assert.equal(location.host, "127.0.0.1:54321");
  },
);

Deno.test(
  verifies(
    [
      "authorize.pkce_missing",
      "authorize.pkce_plain",
      "authorize.response_type",
      "authorize.duplicate",
      "authorize.resource_form",
      "authorize.error_signed_out",
    ],
    "a wrong request is told to the client by its code, if the person knows the client, else to the person",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const twice = (name: string, value: string) =>
      `${authorizePath(client)}&${name}=${encodeURIComponent(value)}`;
    const wrong: [path: string, error: string][] = [
      [authorizePath(client, { code_challenge: null }), "invalid_request"],
      [authorizePath(client, { code_challenge: "short" }), "invalid_request"],
      [authorizePath(client, { code_challenge_method: "plain" }), "invalid_request"],
      [authorizePath(client, { code_challenge_method: null }), "invalid_request"],
      [authorizePath(client, { response_type: "token" }), "unsupported_response_type"],
      [authorizePath(client, { response_type: null }), "invalid_request"],
      [authorizePath(client, { response_mode: "fragment" }), "invalid_request"],
      [authorizePath(client, { request_uri: "x" }), "invalid_request"],
      [twice("code_challenge", "x"), "invalid_request"],
      [authorizePath(client, { resource: "https://other.example/mcp" }), "invalid_target"],
      [authorizePath(client, { resource: "/gh/a/b" }), "invalid_target"],
      [authorizePath(client, { resource: `${PRIVATE}#x` }), "invalid_target"],
      [authorizePath(client, { resource: `${PRIVATE}?x=1` }), "invalid_target"],
      [twice("resource", `${PUBLIC_URL}/gh/a/b`), "invalid_target"],
    ];
    for (const [path, error] of wrong) {
      for (const who of [server.browser(), browser]) {
        const told = await who.get(path);
        assert.equal(told.status, 400, path);
        assert.equal(told.headers.get("location"), null);
        const html = await told.text();
        assert(html.includes(error), path);
        const link = /<a href="(http:\/\/127[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
        const { searchParams } = new URL(link);
        assert.equal(searchParams.get("error"), error);
        assert.equal(searchParams.get("state"), "a state");
        assert.equal(searchParams.get("iss"), ISSUER);
      }
    }
    const { code } = await allowedCode(browser, client);
    await server.form("/api/oauth/token", exchangeForm(client, code));
    for (const [path, error] of wrong) {
      const response = await browser.get(path);
      assert.equal(response.status, 303, path);
      const { searchParams } = new URL(response.headers.get("location") ?? "");
      assert.deepEqual(
        [searchParams.get("error"), searchParams.get("state"), searchParams.getAll("iss")],
        [error, "a state", [ISSUER]],
        path,
      );
    }
    const states = await browser.get(twice("state", "another"));
    assert.equal(new URL(states.headers.get("location") ?? "").searchParams.get("error"), "invalid_request");
    for (const name of ["client_id", "redirect_uri"]) {
      const response = await browser.get(twice(name, name === "client_id" ? client : CALLBACK));
      assert.deepEqual([response.status, response.headers.get("location")], [400, null], name);
    }
    assert.equal(
      (await browser.get(twice("resource", PRIVATE))).status,
      200,
      "the same resource twice is one",
    );
  },
);

Deno.test(
  verifies(
    ["authorize.state_echo", "authorize.iss", "consent.allow", "consent.deny"],
    "the answer carries the state as it was sent and names the issuer once",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const { location, code } = await allowedCode(browser, client, { state: "a/b+c==~ x" });
    assert.equal(`${location.origin}${location.pathname}`, CALLBACK);
    assert.equal(location.searchParams.get("state"), "a/b+c==~ x");
    assert.deepEqual(location.searchParams.getAll("iss"), [ISSUER]);
    assert(code.length >= 43);
    assert.equal(location.searchParams.get("error"), null);
    const without = await allowedCode(browser, client, { state: null });
    assert.equal(without.location.searchParams.has("state"), false);
    const fields = await fieldsOf(await browser.get(authorizePath(client)));
    const denied = await browser.post("/api/oauth/authorize", { ...fields, decision: "deny" });
    assert.equal(denied.status, 303);
    const { searchParams } = new URL(denied.headers.get("location") ?? "");
    assert.deepEqual(Object.fromEntries(searchParams), {
      error: "access_denied",
      state: "a state",
      iss: ISSUER,
    });
  },
);

Deno.test(
  verifies(
    ["authorize.resource_account", "authorize.scope_unknown", "token.scope", "token.success"],
    "each resource has one scope, whatever words are asked for",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const cases: [given: Record<string, string | null>, scope: string][] = [
      [{ resource: ISSUER }, "registry:read"],
      [{ resource: `${ISSUER}/` }, "registry:read"],
      [{ resource: `${ISSUER}/api/mcp` }, "registry:read"],
      [{ resource: null }, "registry:read"],
      [{ resource: null, scope: "registry:write" }, "registry:read"],
      [{ scope: "claudeai" }, "repo:read"],
      [{ scope: "openid profile" }, "repo:read"],
      [{ scope: "" }, "repo:read"],
    ];
    for (const [given, scope] of cases) {
      const { code } = await allowedCode(browser, client, given);
      const response = await server.form("/api/oauth/token", exchangeForm(client, code));
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("cache-control"), "no-store");
      const { access_token, refresh_token, ...rest } = await response.json();
      assert.match(access_token, /^ot_[\w-]{64}$/);
      assert.match(refresh_token, /^rt_[\w-]{64}$/);
      assert.deepEqual(rest, { token_type: "Bearer", expires_in: 3600, scope });
    }
  },
);
