/// <reference lib="dom" />
/**
 * A person in a real browser from the sign-in to what others install: a repository whose skills are published by themselves, a set,
 * and a link that the released installer takes. Then every page of it, light and dark, narrow and wide.
 */
import assert from "node:assert/strict";
import type { Browser, Page } from "../packages/playwright.ts";
import { type PrivateDevServer, privateDevServer } from "../support/sign_in/private_dev_server.ts";
import { assertAccessible, openBrowser, watchedPage } from "./_browser.ts";
import { EVERYTHING, project, skipped } from "./_installer_project.ts";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** A run reads a repository of one skill; it is looked for as long. */
const TRIES = 60;
const PAUSE_MS = 500;

Deno.test("walk: from the sign-in to a synced repository, a set, and an install by a link", async (t) => {
  await using server = await privateDevServer();
  await using stage = await signedIn(server);
  const { page, browser } = stage;
  const base = `${server.issuer}/dashboard/dev`;

  await t.step("a repository is connected, and its skill is published by itself", async () => {
    await page.goto(`${base}/repositories`);
    await page.getByLabel("Its address").fill(server.address.pathname);
    await page.getByLabel("Its new skills are").selectOption({ label: "for everybody" });
    await press(page, "Connect");
    await page.getByText("The repository is connected").waitFor();
    // What not everybody sees is published to everybody by a second word alone.
    await shows(page, /not everybody sees the repository/);
    await page.getByText("Publish it to everybody").click();
    await press(page, "Yes, do that");
    await shows(page, /walrus published for the first time/);
  });

  await t.step("a set is made of it, and its page names it", async () => {
    await page.goto(`${base}/sets`);
    await page.getByLabel("Its name").fill("mine");
    await page.getByLabel("Its members").fill("sea = dev/walrus\n");
    await press(page, "Save");
    await page.getByRole("link", { name: "mine" }).click();
    await page.waitForURL(/\/sets\/dev\/mine$/);
    assert.match(await page.locator("main").innerText(), /sea\/SKILL\.md/);
  });

  await t.step("a link is made, and the installer installs from it and from the set", async () => {
    await page.goto(`${base}/connect`);
    await page.getByRole("link", { name: "install links" }).click();
    await press(page, "Make a link");
    const line = await page.getByText(/^npx skills add /).first().innerText();
    const [url = ""] = /http\S+/.exec(line.replaceAll("'", "")) ?? [];
    if (skipped !== null) return;
    for (const place of [url, `${server.issuer}/sets/dev/mine`]) {
      await using there = await project();
      await there.skills("add", place, ...EVERYTHING);
      const installed = await there.installed();
      assert.deepEqual([...installed.keys()], ["walrus"], place);
      assert.match(new TextDecoder().decode(installed.get("walrus")?.get("SKILL.md")), /Feed it\./);
    }
  });

  await t.step("the account is told of what was published", async () => {
    await page.goto(`${base}/changes`);
    assert.match(await page.locator("main").innerText(), /walrus\s+\S+ was published/);
  });

  const storageState = await page.context().storageState();
  const { pathname } = new URL(server.address);
  const connected = await addressOf(page, base);
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1440]) {
      for (
        const path of [
          "/skills",
          "/skills/dev",
          "/skills/dev/walrus",
          "/sets/dev/mine",
          `/diff${pathname}`,
          `/usage${pathname}`,
          "/dashboard/dev/changes",
          "/dashboard/dev/repositories",
          connected,
          "/dashboard/dev/sets",
          "/dashboard/dev/connect/links",
        ]
      ) {
        await t.step(`${colorScheme} ${width} ${path}`, async () => {
          const look = { colorScheme, viewport: { width, height: 800 }, storageState };
          await using watched = await watchedPage(browser, server.issuer, look);
          assert.equal(await watched.open(path), 200);
          assert.equal(await watched.page.locator("h1").count(), 1);
          const fits = await watched.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
          assert(fits, "overflows");
          await watched.assertCalm();
          await assertAccessible(watched.page, path);
        });
      }
    }
  }
});

/** Loads the page again until it says so. */
async function shows(page: Page, text: RegExp): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (text.test(await page.locator("main").innerText())) return;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    await page.reload();
  }
  assert.fail(await page.locator("main").innerText());
}

/** The page of the one connected repository. */
async function addressOf(page: Page, base: string): Promise<string> {
  await page.goto(`${base}/repositories`);
  const link = await page.locator("main a[href*='/repositories/']").first().getAttribute("href");
  assert(link !== null);
  return link;
}

async function signedIn(
  server: PrivateDevServer,
): Promise<AsyncDisposable & { readonly browser: Browser; readonly page: Page }> {
  const browser = await openBrowser();
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.link);
  await press(page, "Sign in as dev");
  await page.waitForURL(`${server.issuer}/account`);
  return { browser, page, [Symbol.asyncDispose]: () => browser.close() };
}
