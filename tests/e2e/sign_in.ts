/// <reference lib="dom" />
/**
 * From an agent's 401 to its answer in a real browser: signing in, being asked, allowing, ending it again. With and
 * without scripts, by keyboard alone, light and dark, narrow and wide.
 */
import assert from "node:assert/strict";
import type { Page, Response } from "../packages/playwright.ts";
import { createGitRepository } from "../support/git_repository.ts";
import { type AccountServer, startAccountServer } from "../support/sign_in/account_server.ts";
import { exchangeForm } from "../support/sign_in/authorization_server.ts";
import { privateDevServer } from "../support/sign_in/private_dev_server.ts";
import { type PrivateForge, startPrivateForge } from "../support/sign_in/private_forge.ts";
import { waitingApp } from "./_apps.ts";
import { assertAccessible, tabStops, watchedPage } from "./_browser.ts";
import { assertNamed, authorizeUrl, byPointer, onStage, type Press, readsFor } from "./_sign_in_stage.ts";

const SKILL = "---\nname: walrus\ndescription: Keep the walrus.\n---\nFeed it.\n";
const ADA = { id: 7, login: "ada", organisations: [] };
const SECRET = "/code/acme/secret";
const MISSING = "/code/acme/missing";

const byKeyboard: Press = async (page, name) => {
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused === name) return await page.keyboard.press("Enter");
  }
  assert.fail(`The keyboard does not reach "${name}"`);
};

const WAYS: Readonly<Record<string, { readonly press: Press; readonly javaScriptEnabled: boolean }>> = {
  "by pointer": { press: byPointer, javaScriptEnabled: true },
  "by keyboard alone": { press: byKeyboard, javaScriptEnabled: true },
  "without scripts": { press: byPointer, javaScriptEnabled: false },
};

for (const [way, { press, javaScriptEnabled }] of Object.entries(WAYS)) {
  Deno.test(`sign-in: from an agent's 401 by the printed link of a development server to the answer, ${way}`, async () => {
    await using server = await privateDevServer();
    await using app = waitingApp();
    await using stage = await onStage({ javaScriptEnabled });
    const { page } = stage;
    await page.goto(server.link);
    await press(page, "Sign in as dev");
    await page.waitForURL(`${server.issuer}/account`);
    await readsFor(page, server.address, app.callback, press, () => Promise.resolve());
    assertNamed(stage, server.issuer, ["/sign-in/link/", "/api/oauth/authorize"]);
  });

  Deno.test(`sign-in: from an agent's 401 by a git host's own page to the answer, ${way}`, async () => {
    await using world = await privateWorld();
    await using app = waitingApp();
    await using stage = await onStage({ javaScriptEnabled });
    const { page } = stage;
    const { issuer, publicUrl } = world.server;
    await readsFor(page, new URL(publicUrl + SECRET), app.callback, press, async () => {
      await page.waitForURL(/\/sign-in\?return_to=/);
      await press(page, "Sign in with code");
      await page.waitForURL((url) => url.origin === world.forge.url);
      await press(page, "Authorize");
    });
    await page.goto(`${issuer}/account`);
    await page.getByText("Flow").waitFor();
    await press(page, "Sign out");
    await page.waitForURL(`${issuer}/`);
    await page.goto(`${issuer}/account`);
    await page.waitForURL(/\/sign-in\?return_to=/);
    assertNamed(stage, issuer, ["/sign-in/code", "/api/oauth/authorize", "/sign-out"]);
  });
}

Deno.test("sign-in: what a person ends on the account page is ended, and each form of it is taken in a browser", async () => {
  await using world = await privateWorld();
  await using app = waitingApp();
  await using stage = await onStage({});
  const { page } = stage;
  const { issuer, publicUrl } = world.server;
  await signIn(page, world);
  const token = await tokenFor(page, world.server, app.callback);
  const statusWith = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await fetch(`${publicUrl}/api/v1/browse${SECRET}`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await statusWith(token), 200);

  await page.goto(`${issuer}/account`);
  await page.getByLabel("Address").fill(publicUrl + SECRET);
  await byPointer(page, "Make a key");
  const key = await page.locator("main pre code").innerText();
  assert.equal(await statusWith(key), 200);
  await page.getByRole("listitem").filter({ hasText: "ak_live_" }).getByRole("button").click();
  await page.getByText("The key opens nothing any more.").waitFor();
  assert.equal(await statusWith(key), 401);

  await page.getByRole("listitem").filter({ hasText: "Browser test" }).getByRole("button").click();
  await page.getByText("The app can read nothing for you any more.").waitFor();
  assert.equal(await statusWith(token), 401);

  await byPointer(page, "Sign out everywhere");
  await page.waitForURL(/\/sign-in\?return_to=/);
  assertNamed(stage, issuer, [
    "/account/keys",
    "/account/keys/revoke",
    "/account/grants/revoke",
    "/account/sign-out-everywhere",
  ]);
});

Deno.test("sign-in: an app that waits in another window gets its answer there, allowed or denied", async () => {
  await using world = await privateWorld();
  await using app = waitingApp();
  await using stage = await onStage({});
  const { page } = stage;
  await signIn(page, world);
  for (const [decision, answer] of [["Allow", /\bcode=oc_/], ["Deny", /\berror=access_denied\b/]] as const) {
    const url = await authorizeUrl(world.server, SECRET, app.callback);
    await page.goto(app.page);
    const opened = page.waitForEvent("popup");
    await page.evaluate((url) => void open(url, "_blank", "popup"), url);
    await byPointer(await opened, decision);
    await page.locator("#told", { hasText: "state=" }).waitFor();
    assert.match(await page.locator("#told").innerText(), answer);
    assert.match(await page.locator("#told").innerText(), /\biss=/);
  }
});

Deno.test("sign-in: a button that is pressed twice sends its form once", async () => {
  await using world = await privateWorld();
  await using stage = await onStage({});
  const { page } = stage;
  await signIn(page, world);
  await page.goto(`${world.server.issuer}/account`);
  await page.getByLabel("Address").fill(SECRET);
  await page.getByRole("button", { name: "Make a key" }).dblclick();
  await page.locator("main pre code").waitFor();
  assert.equal(await page.getByText(/^ak_live_…/).count(), 1);
  assert.equal(stage.posts.filter(({ path }) => path === "/account/keys").length, 1);
});

Deno.test("sign-in: a form of another site signs nobody in or out, and allows nothing", async () => {
  await using world = await privateWorld();
  await using elsewhere = waitingApp();
  await using stage = await onStage({});
  const { page } = stage;
  await signIn(page, world);
  const { issuer } = world.server;
  for (
    const action of ["/sign-out", "/account/sign-out-everywhere", "/api/oauth/authorize", "/sign-in/code"]
  ) {
    const form = `<form method="post" action="${issuer}${action}"><button>Win a prize</button></form>`;
    for (
      const html of [form, `<iframe sandbox="allow-forms allow-top-navigation" srcdoc='${form}'></iframe>`]
    ) {
      await page.goto(elsewhere.page);
      await page.setContent(html);
      const frame = html === form ? page : page.frameLocator("iframe");
      const response = page.waitForResponse((response) => response.request().method() === "POST");
      await frame.getByRole("button").click();
      const { status, location = "" } = await outcomeOf(await response);
      assert(status >= 400 || location.startsWith(`${issuer}/sign-in`), `${action}: ${status} ${location}`);
    }
  }
  await page.goto(`${issuer}/account`);
  assert.equal(page.url(), `${issuer}/account`, "the person is still signed in");
  assert.deepEqual(
    world.forge.signIn.asked.filter((line) => line.startsWith("POST /login/oauth/authorize")).length,
    1,
  );
});

Deno.test("sign-in: every page of it is calm, accessible and whole, in both schemes and at both widths", async (t) => {
  await using world = await privateWorld();
  await using app = waitingApp();
  await using stage = await onStage({});
  const { issuer } = world.server;
  await signIn(stage.page, world);
  await tokenFor(stage.page, world.server, app.callback);
  await stage.page.goto(`${issuer}/account`);
  await stage.page.getByLabel("Address").fill(SECRET);
  await byPointer(stage.page, "Make a key");
  await stage.page.locator("main pre code").waitFor();
  const storageState = await stage.page.context().storageState();
  const pages: Readonly<Record<string, readonly [path: string, status: number]>> = {
    "sign-in": ["/sign-in?return_to=/account", 200],
    "a link that works no more": ["/sign-in/link/li_x", 403],
    "consent": [(await authorizeUrl(world.server, SECRET, app.callback)).slice(issuer.length), 200],
    "what cannot be opened": [
      (await authorizeUrl(world.server, MISSING, app.callback)).slice(issuer.length),
      200,
    ],
    "an app that is not known": ["/api/oauth/authorize?client_id=dc_x", 400],
    "the account": ["/account", 200],
  };
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1440]) {
      for (const [name, [path, status]] of Object.entries(pages)) {
        await t.step(`${colorScheme} ${width} ${name}`, async () => {
          const look = { colorScheme, viewport: { width, height: 800 }, storageState };
          await using watched = await watchedPage(stage.browser, issuer, look);
          const { page } = watched;
          assert.equal(await watched.open(path), status);
          assert.equal(await page.locator("h1").count(), 1);
          assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "overflows");
          await watched.assertCalm();
          await assertAccessible(page, name);
          const stops = await tabStops(page);
          assert.deepEqual(stops.filter(({ shown }) => !shown), []);
        });
      }
    }
  }
});

async function outcomeOf(
  response: Response,
): Promise<{ readonly status: number; readonly location?: string }> {
  const { location } = await response.allHeaders();
  return { status: response.status(), ...(location !== undefined && { location }) };
}

/** A forge with one repository that Ada may read, and a server where she has not signed in yet. */
interface PrivateWorld extends AsyncDisposable {
  readonly forge: PrivateForge;
  readonly server: AccountServer;
}

async function privateWorld(): Promise<PrivateWorld> {
  await using stack = new AsyncDisposableStack();
  const repository = stack.use(await createGitRepository());
  await repository.commit({ "SKILL.md": SKILL });
  const forge = stack.use(startPrivateForge(new Map([["acme/secret", repository]])));
  forge.readers.add(ADA.login);
  forge.signIn.person = ADA;
  forge.signIn.showsPage = true;
  const { clientId, clientSecret } = forge.signIn;
  const server = stack.use(await startAccountServer({ forge: forge.url, clientId, clientSecret }));
  const owned = stack.move();
  return { forge, server, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function signIn(page: Page, { server, forge }: PrivateWorld): Promise<void> {
  await page.goto(`${server.issuer}/sign-in?return_to=/account`);
  await byPointer(page, "Sign in with code");
  await page.waitForURL((url) => url.origin === forge.url);
  await byPointer(page, "Authorize");
  await page.waitForURL(`${server.issuer}/account`);
}

/** An access token of an app that the person whom the page is of allowed. */
async function tokenFor(page: Page, server: AccountServer, callback: string): Promise<string> {
  const url = new URL(await authorizeUrl(server, SECRET, callback));
  await page.goto(url.href);
  await byPointer(page, "Allow");
  await page.waitForURL(`${callback}?*`);
  const code = new URL(page.url()).searchParams.get("code") ?? "";
  const form = { ...exchangeForm(url.searchParams.get("client_id") ?? "", code), redirect_uri: callback };
  const answer = await fetch(`${server.issuer}/api/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  assert.equal(answer.status, 200);
  return (await answer.json()).access_token;
}
