import assert from "node:assert/strict";
import { authorizationServer, CALLBACK } from "../support/sign_in/authorization_server.ts";
import { verifies } from "./verifies.ts";

const PATH = "/api/oauth/register";
const PUBLIC = { client_name: "App", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };

Deno.test(
  verifies(["register.public"], "a public client is told what was registered, and gets no secret"),
  async () => {
    using server = await authorizationServer();
    const response = await server.json(PATH, PUBLIC);
    assert.equal(response.status, 201);
    assert.equal(response.headers.get("cache-control"), "no-store");
    const { client_id, client_id_issued_at, ...rest } = await response.json();
    assert.match(client_id, /^dc_/);
    assert.equal(client_id_issued_at, Math.floor(server.clock.now() / 1000));
    assert.deepEqual(rest, {
      ...PUBLIC,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
    });
  },
);

Deno.test(
  verifies(
    ["register.confidential"],
    "a client with a method of its own, or none named, gets a lasting secret",
  ),
  async () => {
    using server = await authorizationServer();
    const { token_endpoint_auth_method: _, ...unnamed } = PUBLIC;
    for (
      const [body, method] of [
        [{ ...PUBLIC, token_endpoint_auth_method: "client_secret_post" }, "client_secret_post"],
        [unnamed, "client_secret_basic"],
      ] as const
    ) {
      const response = await server.json(PATH, body);
      assert.equal(response.status, 201);
      const answer = await response.json();
      assert(answer.client_secret.length >= 32);
      assert.equal(answer.client_secret_expires_at, 0);
      assert.equal(answer.token_endpoint_auth_method, method);
    }
  },
);

Deno.test(
  verifies(
    [
      "register.unknown_fields",
      "register.application_type",
      "register.loopback_v4",
      "register.custom_scheme",
    ],
    "what is not used does not matter, and every redirect that leads to an app is taken",
  ),
  async () => {
    using server = await authorizationServer();
    const cursor = "cursor://anysphere.cursor-mcp/oauth/callback";
    const bodies = [
      { ...PUBLIC, software_version: "1", x_custom: {}, logo_uri: 7 },
      { ...PUBLIC, application_type: "web", redirect_uris: ["http://127.0.0.1/cb"] },
      { ...PUBLIC, application_type: "native", redirect_uris: ["https://app.example/cb"] },
      { ...PUBLIC, redirect_uris: ["http://127.0.0.1:8912/cb"] },
      { ...PUBLIC, redirect_uris: ["http://[::1]/cb"] },
      { ...PUBLIC, redirect_uris: [cursor] },
    ];
    for (const body of bodies) {
      const response = await server.json(PATH, body);
      assert.equal(response.status, 201, JSON.stringify(body));
      assert.deepEqual((await response.json()).redirect_uris, body.redirect_uris);
    }
  },
);

Deno.test(
  verifies(
    ["register.mixed_set"],
    "a set that holds https, an app's scheme and localhost is registered whole",
  ),
  async () => {
    using server = await authorizationServer();
    const redirect_uris = [
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "https://www.cursor.com/agents/mcp/oauth/callback",
      "http://localhost:8787/callback",
    ];
    const response = await server.json(PATH, { ...PUBLIC, redirect_uris });
    assert.equal(response.status, 201);
    assert.deepEqual((await response.json()).redirect_uris, redirect_uris);
  },
);

Deno.test(
  verifies(
    ["register.localhost", "register.http_remote", "register.script_scheme", "register.fragment"],
    "redirects that lead elsewhere are refused by the code of the standard",
  ),
  async () => {
    using server = await authorizationServer();
    const refused = [
      ...["http://localhost:3000/cb", "http://app.example/cb", "http://10.0.0.5/cb", "javascript:alert(1)"],
      ...["data:text/html,x", "vbscript:x", "file:///etc/passwd", "blob:x", "https://app.example/cb#x"],
      ...["https://u:p@app.example/cb", "https://*.example/cb", "http://127.0.0.1:*/cb", "/cb"],
    ];
    for (const uri of refused) {
      const response = await server.json(PATH, { ...PUBLIC, redirect_uris: [uri] });
      assert.equal(response.status, 400, uri);
      const { error, error_description: description } = await response.json();
      assert.equal(error, "invalid_redirect_uri", uri);
      if (uri.includes("localhost")) assert.match(description, /127\.0\.0\.1/);
    }
    assert.equal((await server.json(PATH, { ...PUBLIC, redirect_uris: [] })).status, 400);
    using accepting = await authorizationServer({ localhost: "accept" });
    const response = await accepting.json(PATH, { ...PUBLIC, redirect_uris: ["http://localhost:3000/cb"] });
    assert.equal(response.status, 201);
  },
);

Deno.test(
  verifies(
    ["register.same_again"],
    "the same public registration is the same client, and the oldest unused goes",
  ),
  async () => {
    using server = await authorizationServer({ mostUnused: 20 });
    const first = await server.client();
    assert.equal(await server.client(), first);
    assert.notEqual(await server.client(["https://app.example/cb"]), first);
    for (let number = 0; number < 20; number++) {
      server.clock.advance(1);
      await server.client([`https://app.example/${number}`]);
    }
    const browser = await server.signedIn();
    const gone = await browser.get(`/api/oauth/authorize?client_id=${first}&redirect_uri=${CALLBACK}`);
    assert.equal(gone.status, 400);
    assert.match(await gone.text(), /not registered here/);
  },
);

Deno.test(
  verifies(["register.not_json", "register.too_large"], "only JSON objects of bounded size are read"),
  async () => {
    using server = await authorizationServer();
    const forms = await server.form(PATH, { redirect_uris: CALLBACK });
    assert.equal(forms.status, 400);
    for (const body of ["[]", "{", "", "null", `"${"x".repeat(100_000)}"`]) {
      const response = await server.fetch(PATH, { method: "POST", body });
      assert([400, 413].includes(response.status), `${response.status}`);
      assert.equal(typeof (await response.json()).error, "string");
    }
  },
);

Deno.test(
  verifies(
    ["register.cors", "token.cors", "metadata.as.cors"],
    "pages of any origin may use it, without credentials",
  ),
  async () => {
    using server = await authorizationServer();
    for (const path of [PATH, "/api/oauth/token", "/api/oauth/revoke"]) {
      const preflight = await server.fetch(path, {
        method: "OPTIONS",
        headers: {
          "origin": "https://a.example",
          "access-control-request-headers": "content-type, authorization",
        },
      });
      assert.equal(preflight.status, 204);
      assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /POST/);
      assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /content-type/);
      const answer = await server.json(path, PUBLIC);
      assert.equal(answer.headers.get("access-control-allow-origin"), "*");
      assert.equal(answer.headers.get("access-control-allow-credentials"), null);
    }
    const document = await server.fetch("/.well-known/oauth-authorization-server");
    assert.equal(document.headers.get("access-control-allow-origin"), "*");
    const preflight = await server.fetch("/.well-known/oauth-authorization-server", {
      method: "OPTIONS",
      headers: { "origin": "https://a.example", "access-control-request-headers": "mcp-protocol-version" },
    });
    assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /mcp-protocol-version/);
  },
);
