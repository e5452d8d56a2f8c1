/// <reference lib="dom" />
/**
 * A person at the dashboard in a real browser: publishes a first skill, connects an agent to it, and changes what others
 * would notice. With and without scripts, light and dark, narrow and wide.
 */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser, Page } from "../packages/playwright.ts";
import { type PrivateDevServer, privateDevServer } from "../support/sign_in/private_dev_server.ts";
import { assertAccessible, openBrowser, tabStops, watchedPage } from "./_browser.ts";

const FIRST_SKILL_MS = 120_000;

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? "with scripts" : "without scripts";
  Deno.test(`dashboard: a person publishes a first skill and an agent reads it in under two minutes, ${way}`, async () => {
    await using server = await privateDevServer();
    await using stage = await signedIn(server, javaScriptEnabled);
    const { page } = stage;
    const startedAt = performance.now();
    await page.goto(`${server.issuer}/dashboard`);
    await page.getByRole("link", { name: "Publish a first skill" }).click();
    await press(page, "Publish");
    await page.getByText("The version is published.").waitFor();
    await page.getByRole("link", { name: "Connect", exact: true }).click();
    await page.getByLabel("What it is for").fill("My agent");
    await press(page, "Make a key");
    const key = (await page.getByText(/^sk_live_[0-9A-Za-z]{38}$/).innerText()).trim();
    assert.deepEqual(await libraryOf(server, key), ["dev/release-notes"]);
    assert(performance.now() - startedAt < FIRST_SKILL_MS);

    await page.locator("summary", { hasText: "Revoke" }).click();
    await press(page, "Yes, revoke it");
    await page.getByText("The key opens nothing any more.").waitFor();
    await assert.rejects(libraryOf(server, key));
  });
}

Deno.test("dashboard: what others would notice takes a second button, what cannot be taken back a typed name", async () => {
  await using server = await privateDevServer();
  await using stage = await signedIn(server, true);
  const { page } = stage;
  await page.goto(`${server.issuer}/dashboard/dev/skills`);
  await press(page, "Publish");
  await page.getByText("The version is published.").waitFor();
  await page.getByText("Let everybody have it").click();
  await press(page, "Yes, for everybody");
  await page.getByText("Whoever likes can add the skill now.").waitFor();
  await page.getByText("Delete it", { exact: true }).click();
  await page.getByLabel("Type release-notes to go on").fill("release");
  await press(page, "Delete it for good");
  await page.getByRole("alert").waitFor();
  await page.getByText("Delete it", { exact: true }).click();
  await page.getByLabel("Type release-notes to go on").fill("release-notes");
  await press(page, "Delete it for good");
  await page.getByText("The skill is gone.").waitFor();
});

Deno.test("dashboard: every page of it is calm, accessible and whole, in both schemes and at both widths", async (t) => {
  await using server = await privateDevServer();
  await using stage = await signedIn(server, true);
  const base = `${server.issuer}/dashboard/dev`;
  for (const text of ["Do it.", "Do it well."]) {
    await stage.page.goto(`${base}/skills`);
    const skill = `---\nname: notes\ndescription: Writes notes.\n---\n# Notes\n\n${text}\n`;
    await stage.page.getByLabel("SKILL.md").fill(skill);
    await press(stage.page, "Publish");
    await stage.page.getByText("The version is published.").waitFor();
  }
  await stage.page.goto(`${base}/connect`);
  await press(stage.page, "Make a key");
  const storageState = await stage.page.context().storageState();
  const paths = [
    "",
    "/skills",
    "/skills/notes",
    "/skills/notes/diff?from=1.0.0&to=1.0.1",
    "/library",
    "/connect",
    "/members",
    "/usage",
    "/audit",
    "/settings",
  ];
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1440]) {
      for (const path of paths) {
        await t.step(`${colorScheme} ${width} ${path}`, async () => {
          const look = { colorScheme, viewport: { width, height: 800 }, storageState };
          await using watched = await watchedPage(stage.browser, server.issuer, look);
          const { page } = watched;
          assert.equal(await watched.open(`/dashboard/dev${path}`), 200);
          assert.equal(await page.locator("h1").count(), 1);
          assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "overflows");
          await watched.assertCalm();
          await assertAccessible(page, path);
          const stops = await tabStops(page);
          assert.deepEqual(stops.filter(({ shown }) => !shown), []);
        });
      }
    }
  }
});

interface Stage extends AsyncDisposable {
  readonly browser: Browser;
  readonly page: Page;
}

/** A browser that was signed in by the printed link. */
async function signedIn(server: PrivateDevServer, javaScriptEnabled: boolean): Promise<Stage> {
  const browser = await openBrowser();
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await page.goto(server.link);
  await press(page, "Sign in as dev");
  await page.waitForURL(`${server.issuer}/account`);
  return { browser, page, [Symbol.asyncDispose]: () => browser.close() };
}

/** What an agent that holds the key finds in the account's library. */
async function libraryOf(server: PrivateDevServer, key: string): Promise<readonly string[]> {
  const client = new Client({ name: "agent", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.issuer}/api/mcp`), { requestInit }),
  );
  const { content } = await client.callTool({ name: "list_library", arguments: {} });
  await client.close();
  const [block] = Array.isArray(content) ? content : [];
  assert(block?.type === "text");
  const { skills } = JSON.parse(block.text);
  return skills.map(({ owner, name }: { owner: string; name: string }) => `${owner}/${name}`);
}
