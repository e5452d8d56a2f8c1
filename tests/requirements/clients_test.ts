/** Other people's clients go the whole way, over sockets, against a server on one machine. */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { UnauthorizedError as FirstUnauthorized } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as oauth from "oauth4webapi";
import { clientProvider, outlivesItsToken } from "../support/sign_in/client_provider.ts";
import { privateDevServer, signedInBrowser } from "../support/sign_in/private_dev_server.ts";
import { verifies } from "./verifies.ts";

const CALLBACK = "http://localhost:3999/callback";
const ANSWER = /walrus/;

Deno.test(
  verifies(
    ["dev.flow_v2", "dev.link"],
    "the current SDK client connects by itself, and again with a token that died, five calls at once",
  ),
  async () => {
    await using server = await privateDevServer();
    const anonymous = await fetch(server.address, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      headers: { "content-type": "application/json", "accept": "application/json, text/event-stream" },
    });
    await anonymous.body?.cancel();
    assert.equal(anonymous.status, 401);
    assert.match(anonymous.headers.get("www-authenticate") ?? "", /^Bearer resource_metadata="http/);

    const look = await fetch(server.link);
    assert.deepEqual([look.status, look.headers.getSetCookie()], [200, []]);
    await look.body?.cancel();
    const browser = await signedInBrowser(server);
    const again = await fetch(server.link, { method: "POST", headers: { origin: server.issuer } });
    await again.body?.cancel();
    assert.equal(again.status, 403, "a link works once");
    assert.equal((await browser.get(`${server.issuer}/account`)).status, 200);

    const flow = clientProvider(CALLBACK, (url) => browser.allow(url.href));
    const { provider, kept, codeOf } = flow;
    const first = new StreamableHTTPClientTransport(server.address, { authProvider: provider });
    await assert.rejects(new Client({ name: "flow", version: "1" }).connect(first), UnauthorizedError);
    await first.finishAuth(codeOf(), kept.answer?.searchParams.get("iss") ?? undefined);
    const client = new Client({ name: "flow", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(server.address, { authProvider: provider }));
    const browse = async () => JSON.stringify(await client.callTool({ name: "browse_repo", arguments: {} }));
    assert.match(await browse(), ANSWER);
    await outlivesItsToken(browse, ANSWER, flow);
    await client.close();
  },
);

Deno.test(verifies(["dev.flow_v1"], "so does the previous one"), async () => {
  await using server = await privateDevServer();
  const browser = await signedInBrowser(server);
  const flow = clientProvider(CALLBACK, (url) => browser.allow(url.href));
  const { provider, codeOf } = flow;
  const first = new FirstTransport(server.address, { authProvider: provider });
  await assert.rejects(new FirstClient({ name: "flow", version: "1" }).connect(first), FirstUnauthorized);
  await first.finishAuth(codeOf());
  const client = new FirstClient({ name: "flow", version: "1" });
  await client.connect(new FirstTransport(server.address, { authProvider: provider }));
  const browse = async () => JSON.stringify(await client.callTool({ name: "browse_repo", arguments: {} }));
  assert.match(await browse(), ANSWER);
  await outlivesItsToken(browse, ANSWER, flow);
  await client.close();
});

Deno.test(
  verifies(
    ["dev.oauth4webapi", "dev.logs"],
    "a strict client library accepts every answer, and the log holds no secret",
  ),
  async () => {
    await using server = await privateDevServer();
    const browser = await signedInBrowser(server);
    const http = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(server.issuer);
    const found = await oauth.discoveryRequest(issuer, { ...http, algorithm: "oauth2" });
    const as = await oauth.processDiscoveryResponse(issuer, found);
    const registered = await oauth.dynamicClientRegistrationRequest(as, {
      client_name: "Strict",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
    }, http);
    const client = await oauth.processDynamicClientRegistrationResponse(registered);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const authorize = new URL(as.authorization_endpoint ?? "");
    authorize.search = new URLSearchParams({
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      resource: server.address.href,
    }).toString();
    const answer = await browser.allow(authorize.href);
    const code = oauth.validateAuthResponse(as, client, answer, state);
    const none = oauth.None();
    const exchanged = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      none,
      code,
      CALLBACK,
      verifier,
      http,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, exchanged);
    const refresh = tokens.refresh_token ?? assert.fail("no refresh token came");
    const renewal = await oauth.refreshTokenGrantRequest(as, client, none, refresh, http);
    const renewed = await oauth.processRefreshTokenResponse(as, client, renewal);
    assert.notEqual(renewed.access_token, tokens.access_token);
    const revoked = await oauth.revocationRequest(as, client, none, renewed.refresh_token ?? "", http);
    await oauth.processRevocationResponse(revoked);
    const refused = await fetch(server.address, {
      method: "POST",
      headers: { "authorization": `Bearer ${renewed.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
    await refused.body?.cancel();
    assert.match(refused.headers.get("www-authenticate") ?? "", /error="invalid_token"/);

    const log = server.written().split("\n").filter((line) => line.startsWith("{")).join("\n");
    assert.match(log, /"route":"oauth\.token"/);
    const name = server.address.pathname.split("/").at(-1) ?? "";
    const secrets = [
      tokens.access_token,
      refresh,
      renewed.access_token,
      answer.searchParams.get("code") ?? "",
    ];
    for (const secret of [...secrets, state, server.link.split("/").at(-1) ?? "", name]) {
      assert(secret.length > 5 && !log.includes(secret), secret);
    }
  },
);
