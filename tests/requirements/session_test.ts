import assert from "node:assert/strict";
import {
  authorizationServer,
  authorizePath,
  type Browser,
  fieldsOf,
  ISSUER,
} from "../support/sign_in/authorization_server.ts";
import { type SignInServer, startSignInServer } from "../support/sign_in/sign_in_server.ts";
import { verifies } from "./verifies.ts";

const ADA = { id: 7, login: "ada", organisations: [] };
const SESSION = "__Host-skillmount_session";

Deno.test(
  verifies(["session.begin_post"], "following a link signs nobody in, and leads to no host"),
  async () => {
    await using host = startSignInServer("github");
    using server = await authorizationServer({ signInServer: host });
    const page = await server.fetch("/sign-in?return_to=/gh/acme/private");
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<form method="post" action="\/sign-in\/gh">/);
    assert.equal((await server.fetch("/sign-in/gh")).status, 404);
    assert.deepEqual(host.asked, []);
  },
);

Deno.test(
  verifies(
    ["session.state", "session.host_error"],
    "a callback counts in the browser that began, and what the host refused signs nobody in",
  ),
  async () => {
    await using host = startSignInServer("github");
    host.person = ADA;
    using server = await authorizationServer({ signInServer: host });
    const browser = server.browser();
    const back = await leave(browser, host, "/");
    for (const other of [server.browser(), await begun(server.browser(), host)]) {
      const response = await other.get(back);
      assert.equal(response.status, 400);
      assert.equal(other.cookies.has(SESSION), false);
    }
    host.broken.set("/login/oauth/access_token", () => Response.json({ error: "bad_verification_code" }));
    const failed = await browser.get(back);
    assert.equal(failed.status, 403);
    assert.match(await failed.text(), /Nobody was signed in/);
    assert.equal(browser.cookies.has(SESSION), false);
  },
);

Deno.test(
  verifies(["session.return_to"], "after signing in the browser goes to a path of this origin alone"),
  async () => {
    await using host = startSignInServer("github");
    host.person = ADA;
    using server = await authorizationServer({ signInServer: host });
    const wanted = [
      ["https://evil.example", "/"],
      ["//evil.example", "/"],
      ["/\\evil.example", "/"],
      ["javascript:x", "/"],
      ["/gh/acme/private?x=1", "/gh/acme/private?x=1"],
      [
        authorizePath("dc_x", { state: "s".repeat(4000) }),
        authorizePath("dc_x", { state: "s".repeat(4000) }),
      ],
    ] as const;
    for (const [asked, expected] of wanted) {
      const browser = server.browser();
      const response = await browser.get(await leave(browser, host, asked));
      assert.equal(response.status, 303);
      assert.equal(response.headers.get("location"), expected);
      assert.match(
        response.headers.getSetCookie().find((cookie) => cookie.startsWith(SESSION)) ?? "",
        /^__Host-skillmount_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    }
  },
);

Deno.test("a network can begin many sign-ins, and not without end", async () => {
  await using host = startSignInServer("github");
  using server = await authorizationServer({ signInServer: host });
  const statuses = new Set<number>();
  for (let times = 0; times < 70; times++) {
    const response = await press(server.browser(), "/");
    await response.body?.cancel();
    statuses.add(response.status);
  }
  assert.deepEqual([...statuses], [303, 429]);
});

Deno.test("over https no session counts but the one that is bound to the host", async () => {
  using server = await authorizationServer();
  const value = (await server.signedIn()).cookies.get(SESSION) ?? "";
  assert.notEqual(value, "");
  const statuses = async (cookie: string) => {
    const { status } = await server.fetch("/account", { headers: { cookie } });
    return status;
  };
  assert.equal(await statuses(`${SESSION}=${value}`), 200);
  // Any site beside this one, and anybody on the way of plain http, can set these in a browser.
  for (const name of ["skillmount_session", "__host-skillmount_session", "__Secure-skillmount_session"]) {
    assert.equal(await statuses(`${name}=${value}`), 303, name);
    assert.equal(await statuses(`${name}=${value}; ${SESSION}=other`), 303, name);
  }
});

/** Presses the button, and gives the path that the host sends the browser back to. */
async function leave(browser: Browser, host: SignInServer, returnTo: string): Promise<string> {
  const response = await press(browser, returnTo);
  assert.equal(response.status, 303);
  const back = await host.follow(new URL(response.headers.get("location") ?? ""));
  assert.equal(back.origin, ISSUER);
  return back.pathname + back.search;
}

async function press(browser: Browser, returnTo: string): Promise<Response> {
  const page = await browser.get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  return await browser.post("/sign-in/gh", await fieldsOf(page));
}

async function begun(browser: Browser, host: SignInServer): Promise<Browser> {
  await leave(browser, host, "/");
  return browser;
}
