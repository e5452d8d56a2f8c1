/** Every form of the account's host is taken from the page that was shown to this browser, and from nowhere else. */
import assert from "node:assert/strict";
import {
  allowedCode,
  type AuthorizationServer,
  authorizationServer,
  authorizePath,
  type Browser,
  exchangeForm,
  fieldsOf,
  PRIVATE,
} from "../support/sign_in/authorization_server.ts";
import { startSignInServer } from "../support/sign_in/sign_in_server.ts";

interface Form {
  readonly page: string;
  readonly action: string;
  /** What a person fills in, beside the hidden fields. */
  readonly filled?: Readonly<Record<string, string>>;
  /** What it is about exists before. */
  readonly before?: (server: AuthorizationServer, browser: Browser) => Promise<unknown>;
  readonly taken: number;
}

const KEY = { address: PRIVATE, days: "30" };

const FORMS: Readonly<Record<string, Form>> = {
  "sign in at a host": { page: "/sign-in?return_to=/docs", action: "/sign-in/gh", taken: 303 },
  "sign out": { page: "/account", action: "/sign-out", taken: 303 },
  "sign out everywhere": { page: "/account", action: "/account/sign-out-everywhere", taken: 303 },
  "allow": {
    page: authorizePath("https://app.example/client.json"),
    action: "/api/oauth/authorize",
    filled: { decision: "allow" },
    taken: 303,
  },
  "make a key": { page: "/account", action: "/account/keys", filled: KEY, taken: 201 },
  "revoke a key": {
    page: "/account",
    action: "/account/keys/revoke",
    before: async (_server, browser) =>
      await browser.post("/account/keys", { ...await account(browser), ...KEY }),
    taken: 200,
  },
  "revoke an app": {
    page: "/account",
    action: "/account/grants/revoke",
    async before(server, browser) {
      const client = await server.client();
      const { code } = await allowedCode(browser, client);
      assert.equal((await server.form("/api/oauth/token", exchangeForm(client, code))).status, 200);
    },
    taken: 200,
  },
};

for (const [name, { page, action, filled = {}, before, taken }] of Object.entries(FORMS)) {
  Deno.test(`the form to ${name} is taken with its own token alone, and from no page of another origin`, async () => {
    await using host = startSignInServer("github");
    using server = await authorizationServer({ signInServer: host, fetchDocument });
    const [ada, eve] = [await server.signedIn("ada"), await server.signedIn("eve")];
    await before?.(server, ada);
    const whole = { ...await fieldsOf(await ada.get(page)), ...filled };
    const { csrf = "", ...bare } = whole;
    const { csrf: others = "" } = await fieldsOf(await eve.get(page));
    assert(csrf !== "" && others !== "" && csrf !== others);
    const refused: [form: Record<string, string>, headers?: Record<string, string>][] = [
      [bare],
      [{ ...bare, csrf: "" }],
      [{ ...bare, csrf: others }],
      [{ ...bare, csrf: `${csrf.slice(0, -4)}AAAA` }],
      [whole, { origin: "https://evil.example" }],
      [whole, { origin: "https://account.example.evil.example" }],
      [whole, { origin: "null" }],
    ];
    const stored = await everyRow(server);
    for (const [form, headers] of refused) {
      const response = await ada.post(action, form, headers);
      await response.body?.cancel();
      assert([303, 403].includes(response.status), `${response.status}`);
      assert.doesNotMatch(response.headers.get("location") ?? "", /code=|^http:/);
      assert.deepEqual(response.headers.getSetCookie(), []);
      assert.equal(await everyRow(server), stored, JSON.stringify([form, headers]));
    }
    const response = await ada.post(action, whole);
    await response.body?.cancel();
    assert.equal(response.status, taken);
    assert.notEqual(await everyRow(server), stored);
  });
}

Deno.test("a link signs in from its own page alone, which leaves no cookie", async () => {
  using server = await authorizationServer();
  const path = await server.link("ada");
  const browser = server.browser();
  const page = await browser.get(path);
  assert.deepEqual([page.status, page.headers.getSetCookie()], [200, []]);
  const stored = await everyRow(server);
  for (const origin of ["https://evil.example", "null", ""]) {
    const response = await server.form(path, {}, origin === "" ? {} : { origin });
    assert.deepEqual([response.status, response.headers.getSetCookie()], [403, []], origin);
    await response.body?.cancel();
  }
  assert.equal(await everyRow(server), stored);
  assert.equal((await browser.post(path, {})).status, 303);
  assert.equal((await browser.get("/account")).status, 200);
});

Deno.test("a browser that keeps no cookies is told so, and begins nothing", async () => {
  await using host = startSignInServer("github");
  using server = await authorizationServer({ signInServer: host });
  const browser = server.browser();
  const fields = await fieldsOf(await browser.get("/sign-in"));
  browser.cookies.clear();
  const stored = await everyRow(server);
  const response = await browser.post("/sign-in/gh", fields);
  assert.equal(response.status, 400);
  assert.match(await response.text(), /Your browser sent no cookie/);
  assert.equal(await everyRow(server), stored);
  assert.deepEqual(host.asked, []);
});

Deno.test("a form that is sent twice does once what it does", async () => {
  await using host = startSignInServer("github");
  host.person = { id: 7, login: "ada", organisations: [] };
  using server = await authorizationServer({ signInServer: host });
  const browser = server.browser();
  const fields = await fieldsOf(await browser.get("/sign-in?return_to=/account"));
  const left = [await browser.post("/sign-in/gh", fields), await browser.post("/sign-in/gh", fields)];
  for (const response of left) {
    const back = await host.follow(new URL(response.headers.get("location") ?? ""));
    const signedIn = await browser.get(back.pathname + back.search);
    assert.deepEqual([signedIn.status, signedIn.headers.get("location")], [303, "/account"]);
    const again = await browser.get(back.pathname + back.search);
    assert.equal(again.status, 400);
    await again.body?.cancel();
  }
  const out = await account(browser);
  assert.equal((await browser.post("/sign-out", out)).headers.get("location"), "/");
  assert.equal((await browser.post("/sign-out", out)).headers.get("location"), "/");
  assert.equal((await browser.get("/account")).status, 303);
});

Deno.test("a network may try so many links that do not work in an hour, and those that work go on working", async () => {
  using server = await authorizationServer();
  const good = await server.link("ada");
  const statuses: number[] = [];
  for (let times = 0; times < 12; times++) {
    const path = `/sign-in/link/li_${"A".repeat(42)}${times % 10}`;
    const browser = server.browser();
    const response = times % 2 === 0 ? await browser.get(path) : await browser.post(path, {});
    await response.body?.cancel();
    statuses.push(response.status);
  }
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 403), 429, 429]);
  const browser = server.browser();
  assert.equal((await browser.get(good)).status, 200);
  assert.equal((await browser.post(good, {})).status, 303);
  server.clock.advance(60 * 60_000);
  assert.equal((await server.browser().get("/sign-in/link/li_x")).status, 403);
});

function fetchDocument(id: string) {
  const body = { client_id: id, client_name: "App", redirect_uris: ["http://127.0.0.1:3000/cb"] };
  return Promise.resolve({ ok: true, value: { body, maxAge: 86_400 } } as const);
}

async function account(browser: Browser): Promise<Record<string, string>> {
  return await fieldsOf(await browser.get("/account"));
}

/** All that is stored, and when it was: equal texts, and nothing was written in between. */
async function everyRow({ kv }: AuthorizationServer): Promise<string> {
  const rows = await Array.fromAsync(kv.list({ prefix: [] }));
  return rows.map(({ key, versionstamp }) => `${key.join(" ")} ${versionstamp}`).join("\n");
}
