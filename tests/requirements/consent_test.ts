import assert from "node:assert/strict";
import {
  authorizationServer,
  authorizePath,
  fieldsOf,
  PUBLIC_URL,
} from "../support/sign_in/authorization_server.ts";
import { verifies } from "./verifies.ts";

const PATH = "/api/oauth/authorize";

Deno.test(
  verifies(
    ["consent.scheme_only", "consent.name_escaped"],
    "what an app says of itself is text, and of its own link the scheme alone is named",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const redirect_uri = "cursor://claude.ai/cb";
    const register = async (client_name: string) => {
      const body = { client_name, redirect_uris: [redirect_uri], token_endpoint_auth_method: "none" };
      return (await (await server.json("/api/oauth/register", body)).json()).client_id;
    };
    const scripted = await register("<img src=x onerror=alert(1)>");
    const html = await (await browser.get(authorizePath(scripted, { redirect_uri }))).text();
    assert(html.includes("&lt;img src=x onerror=alert(1)&gt;"));
    assert(!html.includes("<img src=x"));
    assert(html.includes("cursor:"));
    assert(!html.includes("claude.ai"));
    const long = await register("\u202e\u200b" + "n".repeat(5000));
    const other = await (await browser.get(authorizePath(long, { redirect_uri }))).text();
    assert(!/[\u202e\u200b]/.test(other));
    assert.equal(/n{40,}…?/.exec(other)?.[0].length, 60);
  },
);

Deno.test(
  verifies(
    ["consent.csp_redirect"],
    "no policy of a page with a form stops a browser at the redirect that ends it (in Chromium: tests/e2e/sign_in.ts)",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const pages = [
      authorizePath(await server.client()),
      "/sign-in",
      "/account",
      await server.link("eve"),
      authorizePath("dc_nothing"),
    ];
    for (const path of pages) {
      const { headers } = await browser.get(path);
      const policy = headers.get("content-security-policy") ?? "";
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /form-action/);
      assert.equal(headers.get("cross-origin-opener-policy"), null);
      assert.equal(headers.get("referrer-policy"), "same-origin");
    }
  },
);

Deno.test(
  verifies(
    ["consent.account", "consent.csrf", "consent.tampered", "consent.signed_out"],
    "a decision is taken from the page that was shown to this session, unchanged, for an account of the person",
  ),
  async () => {
    using server = await authorizationServer();
    const [ada, eve] = [await server.signedIn("ada"), await server.signedIn("eve")];
    const client = await server.client();
    const shown = await fieldsOf(await ada.get(authorizePath(client)));
    const fields: Record<string, string> = { ...shown, decision: "allow" };
    const others = await fieldsOf(await eve.get(authorizePath(client)));
    assert.equal(fields.account, "ada");
    const request = fields.request ?? "";
    const flipped = request.slice(0, 30) + (request[30] === "A" ? "B" : "A") + request.slice(31);
    const { csrf: _, ...withoutCsrf } = fields;
    const refused: [form: Record<string, string>, status: number, headers?: Record<string, string>][] = [
      [withoutCsrf, 403],
      [{ ...fields, csrf: others.csrf ?? "" }, 403],
      [{ ...fields, request: others.request ?? "" }, 403],
      [{ ...fields, account: "eve" }, 403],
      [{ ...fields, account: "nobody" }, 403],
      [fields, 403, { origin: "https://evil.example" }],
      [fields, 403, { origin: "null" }],
      [{ ...fields, request: flipped }, 400],
      [{ ...fields, request: "" }, 400],
    ];
    for (const [form, status, headers] of refused) {
      const response = await ada.post(PATH, form, headers);
      assert.deepEqual(
        [response.status, response.headers.get("location")],
        [status, null],
        JSON.stringify(form),
      );
      await response.body?.cancel();
    }
    const signedOut = await server.browser().post(PATH, fields);
    assert.deepEqual([signedOut.status, signedOut.headers.get("location")], [403, null]);
    assert.equal((await ada.post(PATH, fields)).status, 303);
  },
);

Deno.test(
  verifies(["consent.expired"], "a page that was open for long leads back to the question"),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const fields = { ...await fieldsOf(await browser.get(authorizePath(client))), decision: "allow" };
    server.clock.advance(10 * 60_000);
    const response = await browser.post(PATH, fields);
    assert.equal(response.status, 400);
    const again =
      /<a href="([^"]+authorize[^"]+)"/.exec(await response.text())?.[1]?.replaceAll("&amp;", "&") ?? "";
    assert.equal((await browser.get(again)).status, 200);
  },
);

Deno.test(
  verifies(["consent.cannot_open"], "for an address that the person cannot open nothing can be allowed"),
  async () => {
    using server = await authorizationServer({ mayOpen: () => false });
    const browser = await server.signedIn();
    const client = await server.client();
    const pageOf = async (name: string) => {
      const page = await browser.get(authorizePath(client, { resource: `${PUBLIC_URL}/gh/acme/${name}` }));
      assert.equal(page.status, 200);
      return page;
    };
    const fields = await fieldsOf(await pageOf("private"));
    const like = async (name: string) =>
      (await (await pageOf(name)).text()).replaceAll(name, "NAME").replace(/value="[^"]*"/g, "");
    assert.equal(await like("private"), await like("missing"));
    assert(!(await like("private")).includes(">Allow<"));
    const allowed = await browser.post(PATH, { ...fields, account: "ada", decision: "allow" });
    assert.deepEqual([allowed.status, allowed.headers.get("location")], [403, null]);
    const denied = await browser.post(PATH, { ...fields, decision: "deny" });
    assert.match(denied.headers.get("location") ?? "", /error=access_denied/);
    using unsure = await authorizationServer({ mayOpen: () => null });
    const asker = await unsure.signedIn();
    assert.equal((await asker.get(authorizePath(await unsure.client()))).status, 503);
  },
);

Deno.test(
  verifies(
    ["session.cookie", "session.fixation", "session.logout"],
    "a session is new, bound, and ends on the server",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const name = "__Host-skillmount_session";
    const session = browser.cookies.get(name) ?? "";
    assert(session.length >= 43);
    const other = server.browser();
    other.cookies.set(name, "planted");
    assert.equal((await other.get(authorizePath(await server.client()))).status, 303);
    const signedOut = await browser.post("/sign-out", await fieldsOf(await browser.get("/account")));
    assert.equal(signedOut.status, 303);
    other.cookies.set(name, session);
    assert.equal(
      (await other.get(authorizePath(await server.client()))).status,
      303,
      "the old cookie is nobody's",
    );
    const begun = await server.signedIn("eve");
    assert.notEqual(begun.cookies.get(name), session);
  },
);
