import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import {
  allowedCode,
  type AuthorizationServer,
  authorizationServer,
  CALLBACK,
  exchangeForm,
  ISSUER,
  PRIVATE,
  PUBLIC_URL,
} from "../support/sign_in/authorization_server.ts";
import { verifies } from "./verifies.ts";

const TOKEN = "/api/oauth/token";

Deno.test(
  verifies(
    ["token.form_only", "token.duplicate", "token.error_json", "token.grant.unknown"],
    "refusals are OAuth JSON",
  ),
  async () => {
    using server = await authorizationServer();
    const client = await server.client();
    const send = (body: string, type = "application/x-www-form-urlencoded") =>
      server.fetch(TOKEN, { method: "POST", body, headers: { "content-type": type } });
    const cases: [response: Promise<Response>, error: string][] = [
      [server.json(TOKEN, { grant_type: "authorization_code" }), "invalid_request"],
      [send(""), "invalid_request"],
      [send(`grant_type=authorization_code&client_id=${client}&code=a&code=b`), "invalid_request"],
      [send(`grant_type=password&client_id=${client}`), "unsupported_grant_type"],
      [send(`grant_type=client_credentials&client_id=${client}`), "unsupported_grant_type"],
      [send("x".repeat(20_000)), "invalid_request"],
      [send(`grant_type=authorization_code&client_id=${client}`), "invalid_request"],
    ];
    for (const [pending, error] of cases) {
      const response = await pending;
      assert.equal(response.status, 400);
      assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
      assert.equal(response.headers.get("cache-control"), "no-store");
      const answer = await response.json();
      assert.equal(answer.error, error);
      assert(answer.error_description.length > 0);
    }
  },
);

Deno.test(
  verifies(
    ["token.pkce.missing", "token.pkce.mismatch", "token.code.redirect", "token.resource.mismatch"],
    "a failed check leaves the code usable, but for a wrong verifier",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const { code } = await allowedCode(browser, client);
    const form = exchangeForm(client, code);
    const { code_verifier: _, ...withoutVerifier } = form;
    await refused(server, withoutVerifier, 400, "invalid_request");
    await refused(server, { ...form, redirect_uri: `${CALLBACK}2` }, 400, "invalid_grant");
    await refused(server, { ...form, resource: `${PUBLIC_URL}/gh/acme/other` }, 400, "invalid_target");
    await refused(server, { ...form, resource: "nonsense" }, 400, "invalid_target");
    assert.equal((await server.form(TOKEN, form)).status, 200);
    const other = exchangeForm(client, (await allowedCode(browser, client)).code);
    await refused(server, { ...other, code_verifier: "x".repeat(43) }, 400, "invalid_grant");
    await refused(server, other, 400, "invalid_grant");
  },
);

Deno.test(
  verifies(
    ["token.code.once", "token.code.race", "token.code.client", "token.code.expired"],
    "a code works once",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const other = await server.client(["https://app.example/cb"]);
    const { code } = await allowedCode(browser, client);
    await refused(server, exchangeForm(other, code), 400, "invalid_grant");
    const given = await (await server.form(TOKEN, exchangeForm(client, code))).json();
    assert.equal(await server.whoHas(given.access_token), "access_token");
    await refused(server, exchangeForm(client, code), 400, "invalid_grant");
    assert.equal(await server.whoHas(given.access_token), "auth.invalid_token", "what it gave is taken back");
    const race = exchangeForm(client, (await allowedCode(browser, client)).code);
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.form(TOKEN, race)));
    assert(answers.filter(({ status }) => status === 200).length <= 1);
    for (const answer of answers) await answer.body?.cancel();
    const late = exchangeForm(client, (await allowedCode(browser, client)).code);
    server.clock.advance(60_000);
    await refused(server, late, 400, "invalid_grant");
  },
);

Deno.test(
  verifies(
    ["token.resource.same", "token.resource.absent"],
    "spellings of a resource are one resource",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    for (
      const resource of [null, `${PUBLIC_URL}/gh/Acme/Private/`, "HTTPS://SKILLS.example:443/gh/acme/private"]
    ) {
      const { code } = await allowedCode(browser, client);
      const form = { ...exchangeForm(client, code), ...(resource !== null && { resource }) };
      assert.equal((await server.form(TOKEN, form)).status, 200, String(resource));
    }
    const { code } = await allowedCode(browser, client, { resource: `${PUBLIC_URL}/gh/ACME/private` });
    const form = { ...exchangeForm(client, code), resource: PRIVATE };
    assert.equal((await server.form(TOKEN, form)).status, 200);
  },
);

Deno.test(
  verifies(
    [
      "token.client.unknown",
      "token.client.basic",
      "token.client.wrong",
      "refresh.client_auth",
      "revoke.auth",
    ],
    "a client proves itself by its secret, sent either way, and an unknown one is told to register anew",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    await refused(server, exchangeForm(`dc_${"0".repeat(64)}`, "oc_x"), 401, "invalid_client");
    await refused(server, exchangeForm("dc_nothing", "oc_x"), 401, "invalid_client");
    const body = { redirect_uris: [CALLBACK], token_endpoint_auth_method: "client_secret_basic" };
    const { client_id: id, client_secret: secret } = await (await server.json("/api/oauth/register", body))
      .json();
    const basic = (name: string, word: string) => ({
      authorization: `Basic ${Buffer.from(`${name}:${word}`).toString("base64")}`,
    });
    const formOf = async () => {
      const { client_id: _, ...form } = exchangeForm(id, (await allowedCode(browser, id)).code);
      return form;
    };
    const form = await formOf();
    for (
      const [given, headers] of [
        [{ client_id: id }, {}],
        [{ client_id: id, client_secret: "wrong" }, {}],
        [{}, basic(id, "wrong")],
        [{ client_id: "another" }, basic(id, secret)],
        [{}, {}],
      ] as [Record<string, string>, Record<string, string>][]
    ) {
      await refused(server, { ...form, ...given }, 401, "invalid_client", headers);
    }
    const first = await server.form(TOKEN, form, basic(id, secret));
    assert.equal(first.status, 200);
    const encoded = await server.form(
      TOKEN,
      await formOf(),
      basic(encodeURIComponent(id), encodeURIComponent(secret)),
    );
    assert.equal(encoded.status, 200);
    const posted = { ...await formOf(), client_id: id, client_secret: secret };
    assert.equal((await server.form(TOKEN, posted)).status, 200);
    const { refresh_token } = await first.json();
    const refresh = { grant_type: "refresh_token", refresh_token, client_id: id };
    await refused(server, refresh, 401, "invalid_client");
    const revoked = await server.form("/api/oauth/revoke", { token: refresh_token, client_id: id });
    assert.equal(revoked.status, 401);
    assert.equal((await server.form(TOKEN, { ...refresh, client_secret: secret })).status, 200);
  },
);

Deno.test(
  verifies(
    ["token.prefixes"],
    "kinds of credentials are told apart, and an access token runs out",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const { code } = await allowedCode(browser, client);
    const given = await (await server.form(TOKEN, exchangeForm(client, code))).json();
    const { access_token: access, refresh_token: refresh } = given;
    assert.equal(await server.whoHas(access), "access_token");
    for (const other of [refresh, code, `ot_${refresh.slice(3)}`, "ot_x", "", "x".repeat(9000)]) {
      assert.equal(await server.whoHas(other), "auth.invalid_token");
    }
    const swapped = { grant_type: "refresh_token", client_id: client, refresh_token: access };
    await refused(server, swapped, 400, "invalid_grant");
    server.clock.advance(3_600_000);
    assert.equal(await server.whoHas(access), "auth.invalid_token");
  },
);

Deno.test(
  verifies(
    [
      "refresh.rotates",
      "refresh.replay",
      "refresh.replay_old",
      "refresh.client",
      "refresh.resource",
      "refresh.scope",
    ],
    "each refresh gives a new pair, a wrong request costs nothing, and a second use ends the family",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const other = await server.client(["https://app.example/cb"]);
    const first = await granted(server, browser, client);
    const refresh = (refresh_token: string, given: Record<string, string> = {}) => ({
      grant_type: "refresh_token",
      client_id: client,
      refresh_token,
      ...given,
    });
    await refused(server, refresh(first.refresh_token, { client_id: other }), 400, "invalid_grant");
    await refused(server, refresh(first.refresh_token, { resource: ISSUER }), 400, "invalid_target");
    await refused(server, refresh(first.refresh_token, { scope: "registry:write" }), 400, "invalid_scope");
    const second = await (await server.form(TOKEN, refresh(first.refresh_token, { scope: "repo:read" })))
      .json();
    assert.notEqual(second.access_token, first.access_token);
    const third = await (await server.form(TOKEN, refresh(second.refresh_token))).json();
    await refused(server, refresh(first.refresh_token), 400, "invalid_grant");
    assert.equal(await server.whoHas(third.access_token), "auth.invalid_token");
    await refused(server, refresh(third.refresh_token), 400, "invalid_grant");
  },
);

Deno.test(
  verifies(
    ["refresh.parallel", "refresh.grace", "refresh.grace_end", "refresh.grace_used"],
    "requests at one moment get one answer, and so does a latecomer whose access token had run out",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const first = await granted(server, browser, client);
    const form = (refresh_token: string) => ({
      grant_type: "refresh_token",
      client_id: client,
      refresh_token,
    });
    const send = (token: string) =>
      server.fetch(TOKEN, { method: "POST", body: new URLSearchParams(form(token)) });
    const bodies = await server.settle(
      Promise.all(
        Array.from({ length: 5 }, () => send(first.refresh_token).then((response) => response.json())),
      ),
      5,
    );
    for (const body of bodies) assert.deepEqual(body, bodies[0]);
    const second = bodies[0];
    server.clock.advance(3_600_000);
    const third = await (await server.form(TOKEN, form(second.refresh_token))).json();
    server.clock.advance(20_000);
    assert.deepEqual(await (await server.form(TOKEN, form(second.refresh_token))).json(), third);
    server.clock.advance(3_600_000);
    const fourth = await (await server.form(TOKEN, form(third.refresh_token))).json();
    server.clock.advance(30_000);
    await refused(server, form(third.refresh_token), 400, "invalid_grant");
    assert.equal(await server.whoHas(fourth.access_token), "auth.invalid_token");

    const other = await granted(server, browser, client);
    server.clock.advance(3_600_000);
    const next = await (await server.form(TOKEN, form(other.refresh_token))).json();
    await (await server.form(TOKEN, form(next.refresh_token))).body?.cancel();
    await refused(server, form(other.refresh_token), 400, "invalid_grant");
  },
);

Deno.test(
  verifies(
    ["revoke.refresh", "revoke.rotated", "revoke.access", "revoke.unknown", "revoke.client"],
    "a client takes back what it holds, and what it does not know counts as revoked",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const other = await server.client(["https://app.example/cb"]);
    const revoke = async (token: string, client_id = client) => {
      const response = await server.form("/api/oauth/revoke", { token, client_id });
      await response.body?.cancel();
      return response.status;
    };
    const one = await granted(server, browser, client);
    assert.equal(await revoke(one.access_token, other), 200);
    assert.equal(await revoke(one.refresh_token, other), 200);
    assert.equal(await server.whoHas(one.access_token), "access_token");
    assert.equal(await revoke(one.access_token), 200);
    assert.equal(await server.whoHas(one.access_token), "auth.invalid_token");
    const refresh = { grant_type: "refresh_token", client_id: client, refresh_token: one.refresh_token };
    const two = await (await server.form(TOKEN, refresh)).json();
    assert.equal(await server.whoHas(two.access_token), "access_token");
    assert.equal(await revoke(one.refresh_token), 200, "rotated already");
    assert.equal(await server.whoHas(two.access_token), "auth.invalid_token");
    const three = await granted(server, browser, client);
    assert.equal(await revoke(three.refresh_token), 200);
    assert.equal(await server.whoHas(three.access_token), "auth.invalid_token");
    for (const token of ["rt_x", "ot_x", "nonsense", three.refresh_token]) {
      assert.equal(await revoke(token), 200);
    }
  },
);

async function granted(
  server: AuthorizationServer,
  browser: Awaited<ReturnType<AuthorizationServer["signedIn"]>>,
  client: string,
): Promise<{ readonly access_token: string; readonly refresh_token: string }> {
  const { code } = await allowedCode(browser, client);
  return await (await server.form(TOKEN, exchangeForm(client, code))).json();
}

async function refused(
  server: AuthorizationServer,
  form: Readonly<Record<string, string>>,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const response = await server.form(TOKEN, form, headers);
  const answer = await response.json();
  assert.deepEqual([response.status, answer.error], [status, error], JSON.stringify(form));
  if (status === 401) assert.match(response.headers.get("www-authenticate") ?? "", /^Basic /);
}
