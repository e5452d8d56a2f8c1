import assert from "node:assert/strict";
import {
  allowedCode,
  authorizationServer,
  authorizePath,
  type Browser,
  exchangeForm,
  fieldsOf,
  ISSUER,
  PRIVATE,
} from "../support/sign_in/authorization_server.ts";
import { startSignInServer } from "../support/sign_in/sign_in_server.ts";
import { verifies } from "./verifies.ts";

Deno.test("/account asks to sign in first, and tells who is signed in", async () => {
  using server = await authorizationServer();
  const signedOut = await server.fetch("/account");
  assert.deepEqual([signedOut.status, signedOut.headers.get("location")], [
    303,
    `${ISSUER}/sign-in?return_to=/account`,
  ]);
  const browser = await server.signedIn();
  const page = await browser.get("/account");
  assert.equal(page.status, 200);
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.match(await page.text(), /Signed in as <strong>ada<\/strong>/);
});

Deno.test(verifies(["revoke.person"], "a person ends a grant on the account page"), async () => {
  using server = await authorizationServer();
  const [ada, eve] = [await server.signedIn("ada"), await server.signedIn("eve")];
  const client = await server.client();
  const { code } = await allowedCode(ada, client);
  const { access_token: token } = await (await server.form("/api/oauth/token", exchangeForm(client, code)))
    .json();
  assert.equal(await server.whoHas(token), "access_token");
  const page = await ada.get("/account");
  assert.match(
    await page.clone().text(),
    /<strong>App<\/strong>, to read <code>https:\/\/skills\.example\/gh\/acme\/private/,
  );
  const { csrf = "", grant = "" } = await fieldsOf(page);
  const others = await fieldsOf(await eve.get("/account"));
  assert.equal((await eve.post("/account/grants/revoke", { csrf: others.csrf ?? "", grant })).status, 404);
  assert.equal((await ada.post("/account/grants/revoke", { csrf: others.csrf ?? "", grant })).status, 403);
  const elsewhere = { origin: "https://evil.example" };
  const forged = await ada.post("/account/grants/revoke", { csrf, grant }, elsewhere);
  assert.notEqual(forged.status, 200);
  assert.equal(await server.whoHas(token), "access_token");
  assert.equal((await ada.post("/account/grants/revoke", { csrf, grant })).status, 200);
  assert.equal(await server.whoHas(token), "auth.invalid_token");
});

Deno.test(
  verifies(
    ["keys.address_foreign"],
    "nobody makes a key for what they cannot open, and learns nothing by trying",
  ),
  async () => {
    using server = await authorizationServer({ mayOpen: (_viewer, { repo }) => repo === "private" });
    const browser = await server.signedIn();
    const csrf = await csrfOf(browser);
    const make = (address: string, days = "30") => browser.post("/account/keys", { csrf, address, days });
    const made = await make(PRIVATE);
    assert.equal(made.status, 201);
    const key = /ak_live_[0-9A-Za-z]{38}/.exec(await made.text())?.[0] ?? "";
    assert.equal(await server.whoHas(key), "address_key");
    const told = async (address: string) => {
      const response = await make(address);
      assert.equal(response.status, 400);
      return /<p role="status">([^<]*)<\/p>/.exec(await response.text())?.[1];
    };
    assert.equal(await told("/gh/acme/of-others"), await told("/gh/acme/missing"));
    for (const address of ["", "nonsense", ISSUER, "https://other.example/gh/a/b"]) {
      assert.match(await told(address) ?? "", /no address here/);
    }
    assert.equal((await make(PRIVATE, "0")).status, 400);
    const listed = await (await browser.get("/account")).text();
    assert(!listed.includes(key));
    assert(listed.includes(`ak_live_…${key.slice(-4)}`));
    const digest = /name="key" value="([0-9a-f]{64})"/.exec(listed)?.[1] ?? "";
    assert.equal((await browser.post("/account/keys/revoke", { csrf, key: digest })).status, 200);
    assert.equal(await server.whoHas(key), "auth.invalid_token");
  },
);

Deno.test("signing out everywhere ends every session of the person, and no app", async () => {
  using server = await authorizationServer();
  const browser = await server.signedIn();
  const name = "__Host-skillmount_session";
  const other = server.browser();
  other.cookies.set(name, browser.cookies.get(name) ?? "");
  const answer = await browser.post("/account/sign-out-everywhere", { csrf: await csrfOf(browser) });
  assert.equal(answer.status, 303);
  assert.equal((await other.get("/account")).status, 303);
});

Deno.test("a person sees the browsers that are signed in, and ends one of them", async () => {
  using server = await authorizationServer();
  const [first, second, eve] = [
    await server.signedIn("ada"),
    await server.signedIn("ada"),
    await server.signedIn("eve"),
  ];
  const sessionsOf = async (browser: Browser) =>
    [...(await (await browser.get("/account")).text()).matchAll(/name="session" value="([0-9a-f]{64})"/g)]
      .map(([, digest = ""]) => digest);
  const listed = await sessionsOf(first);
  assert.equal(listed.length, 2);
  const own = /<strong>, this browser<\/strong><form[^>]*>.*?name="session" value="([0-9a-f]{64})"/s
    .exec(await (await second.get("/account")).text())?.[1] ?? "";
  assert(listed.includes(own));
  const foreign = await eve.post("/account/sessions/end", { csrf: await csrfOf(eve), session: own });
  assert.equal(foreign.status, 404);
  const ended = await first.post("/account/sessions/end", { csrf: await csrfOf(first), session: own });
  assert.equal(ended.status, 200);
  assert.equal((await second.get("/account")).status, 303);
  const [last = ""] = await sessionsOf(first);
  const left = await first.post("/account/sessions/end", { csrf: await csrfOf(first), session: last });
  assert.equal(left.status, 303);
  assert.equal((await first.get("/account")).status, 303);
});

Deno.test("who signs in by a link has no git host to disconnect, and who signs in at one ends all that acts for them", async () => {
  await using host = startSignInServer("github");
  using server = await authorizationServer({ signInServer: host });
  assert.doesNotMatch(await (await (await server.signedIn()).get("/account")).text(), /Disconnect/);
  host.person = { id: 7, login: "lin", organisations: [] };
  const lin = server.browser();
  const begun = await lin.post("/sign-in/gh", await fieldsOf(await lin.get("/sign-in")));
  const back = await host.follow(new URL(begun.headers.get("location") ?? ""));
  assert.equal((await lin.get(back.pathname + back.search)).status, 303);
  const client = await server.client();
  const { code } = await allowedCode(lin, client);
  const exchanged = await server.form("/api/oauth/token", exchangeForm(client, code));
  const { access_token: token } = await exchanged.json();
  const made = await lin.post("/account/keys", { csrf: await csrfOf(lin), address: PRIVATE, days: "1" });
  const key = /ak_live_[0-9A-Za-z]{38}/.exec(await made.text())?.[0] ?? "";
  assert.equal(await server.whoHas(key), "address_key");
  const page = await (await lin.get("/account")).text();
  assert.match(page, /Disconnect and forget/);
  assert.equal((await lin.post("/account/disconnect", { csrf: await csrfOf(lin) })).status, 303);
  assert.equal((await lin.get("/account")).status, 303);
  assert.deepEqual([await server.whoHas(token), await server.whoHas(key)], [
    "auth.invalid_token",
    "auth.invalid_token",
  ]);
});

Deno.test("consent about another host's address leads to the sign-in there, and says nothing else of it", async () => {
  await using host = startSignInServer("github");
  using server = await authorizationServer({ signInServer: host, mayOpen: () => false });
  const client = await server.client();
  const byLink = await server.signedIn();
  const page = await (await byLink.get(authorizePath(client))).text();
  const link = /<a href="(https:[^"]*\/sign-in\?return_to=[^"]*)">sign in there<\/a>/.exec(page)?.[1] ?? "";
  assert.match(page, /one of GitHub/);
  assert.equal(
    new URL(link.replaceAll("&amp;", "&")).searchParams.get("return_to"),
    authorizePath(client),
  );
  host.person = { id: 7, login: "lin", organisations: [] };
  const lin = server.browser();
  const begun = await lin.post("/sign-in/gh", await fieldsOf(await lin.get("/sign-in")));
  const back = await host.follow(new URL(begun.headers.get("location") ?? ""));
  assert.equal((await lin.get(back.pathname + back.search)).status, 303);
  assert.doesNotMatch(await (await lin.get(authorizePath(client))).text(), /sign in there/);
});

async function csrfOf(browser: Browser): Promise<string> {
  const { csrf = "" } = await fieldsOf(await browser.get("/account"));
  assert.notEqual(csrf, "");
  return csrf;
}
