/** What an operator does without a git host where people sign in: accounts, links and keys, by commands beside a server. */
import assert from "node:assert/strict";
import { browserAt, type PrivateDevServer, privateDevServer } from "../support/sign_in/private_dev_server.ts";
import { CALLBACK, CHALLENGE, fieldsOf } from "../support/sign_in/authorization_server.ts";
import { verifies } from "./verifies.ts";

Deno.test(
  verifies(
    ["dev.link_admin", "dev.local_private"],
    "an operator lets people in by links, and only the account dev and the operator's key open what is private to it",
  ),
  async () => {
    await using server = await privateDevServer();
    const anonymous = await post(server.address);
    assert.equal(anonymous.status, 401);
    assert.match(anonymous.headers.get("www-authenticate") ?? "", /resource_metadata=/);

    assert.match(
      await server.admin("account", "create", "acme"),
      /^acme {2}organisation {2}publisher {2}active$/,
    );
    const link = await server.admin("sign-in-link", "acme");
    assert(link.startsWith(`${server.issuer}/sign-in/link/li_`), link);
    const acme = browserAt(server.issuer);
    await signIn(acme, link);
    const consent = await (await acme.get(await authorizeUrl(server, server.issuer))).text();
    assert.match(consent, /<option value="acme">acme<\/option>/);
    const refused = await (await acme.get(await authorizeUrl(server, server.address.href))).text();
    assert.match(refused, /This cannot be opened/);
    assert.doesNotMatch(refused, /value="allow"/);

    const dev = browserAt(server.issuer);
    const asked = await authorizeUrl(server, server.address.href);
    const toSignIn = (await dev.get(asked)).headers.get("location") ?? "";
    assert(toSignIn.startsWith(`${server.issuer}/sign-in?return_to=`), toSignIn);
    await dev.get(toSignIn);
    assert.equal(
      server.issuer + await signIn(dev, server.link),
      asked,
      "the link goes on to what was asked for",
    );
    const answer = await dev.allow(await authorizeUrl(server, server.address.href));
    assert.notEqual(answer.searchParams.get("code"), null);

    const key = await server.admin("address-key", "create", server.address.pathname, "--days", "1");
    assert.match(key, /^ak_live_[0-9A-Za-z]{38}$/);
    const served = await post(server.address, key);
    assert.equal(served.status, 200);
    assert.match(await served.text(), /walrus/);
    const listed = await server.admin("address-key", "list");
    assert.match(listed, new RegExp(`^ak_live_…${key.slice(-4)}  ${server.address.pathname}  made `));
    await server.admin("address-key", "revoke", key.slice(-4));
    assert.equal((await post(server.address, key)).status, 401);

    assert.match(await server.admin("person", "revoke", "acme"), /^Ended all sessions of acme/);
    assert.equal((await acme.get(`${server.issuer}/account`)).status, 303);
    assert.equal((await dev.get(`${server.issuer}/account`)).status, 200);
  },
);

async function signIn(browser: ReturnType<typeof browserAt>, link: string): Promise<string | null> {
  const page = await browser.get(link);
  const answer = await browser.post(link, await fieldsOf(page));
  assert.equal(answer.status, 303, await answer.text());
  return answer.headers.get("location");
}

async function authorizeUrl({ issuer }: PrivateDevServer, resource: string): Promise<string> {
  const registered = await fetch(`${issuer}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "App",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id } = await registered.json();
  return `${issuer}/api/oauth/authorize?${new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    resource,
  })}`;
}

async function post(url: URL, key?: string): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept": "application/json, text/event-stream",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "browse_repo", arguments: {} },
    }),
  });
}
