/// <reference lib="dom" />
/** The pages in a real browser: with and without scripts, by keyboard, light and dark, narrow and wide. */
import assert from "node:assert/strict";
import { HOSTILE } from "../support/hostile_pages.ts";
import { assertAccessible, openBrowser, tabStops, watchedPage, weightOf } from "./_browser.ts";
import { type PagesServer, pagesServer } from "./_pages_server.ts";

const ADDRESS = "/local/acme/library";
const SKILL = "marketing/skills/ad-copy/SKILL.md";

/** Every kind of page, and the status it has. */
const PAGES: Readonly<Record<string, number>> = {
  "/": 200,
  "/?address=no+such+thing": 400,
  "/nothing": 404,
  "/local/acme/nothing": 404,
  "/docs": 200,
  "/docs/format": 200,
  "/api/docs": 200,
  [ADDRESS]: 200,
  [`${ADDRESS}?path=marketing`]: 200,
  [`${ADDRESS}?q=read+the+diff`]: 200,
  [`${ADDRESS}?q=zzzzz`]: 200,
  [`${ADDRESS}?skill=${SKILL}`]: 200,
  [`${ADDRESS}?skill=engineering/skills/review/SKILL.md`]: 200,
  [`${ADDRESS}?skill=none/SKILL.md`]: 404,
  [`${ADDRESS}?file=docs/tour.md`]: 200,
  [`${ADDRESS}?file=docs/tour.md&view=source`]: 200,
  [`${ADDRESS}?file=marketing/skills/ad-copy/scripts/count.py`]: 200,
  [`${ADDRESS}?file=marketing/skills/ad-copy/logo.png`]: 200,
  [`${ADDRESS}?file=marketing/skills/ad-copy/logo.bin`]: 200,
  [`${ADDRESS}?file=marketing/skills/broken/SKILL.md`]: 200,
  [`/diff${ADDRESS}`]: 200,
  [`/diff${ADDRESS}?from=nothing`]: 404,
  [`/usage${ADDRESS}`]: 200,
  "/local/evil/repo": 200,
  "/local/evil/repo?skill=skills/bait/SKILL.md": 200,
  "/local/evil/repo?path=skills/bait": 200,
  "/local/evil/repo?file=skills/bait/table.md": 200,
  "/local/evil/repo?file=skills/bait/art.svg": 200,
  "/local/evil/repo?file=skills/bait/page.html": 200,
};

const WEIGHT = 60_000;

Deno.test(
  "pages: every one is calm, accessible, light and whole, in both schemes and at both widths",
  async (t) => {
    await using stage = await onStage();
    const { browser, origin } = stage;
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [360, 1440]) {
        for (const [path, status] of Object.entries(PAGES)) {
          await t.step(`${colorScheme} ${width} ${path}`, async () => {
            await using watched = await watchedPage(browser, origin, {
              colorScheme,
              viewport: { width, height: 800 },
            });
            const { page } = watched;
            assert.equal(await watched.open(path), status);
            assert.equal(
              await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
              true,
              "overflows",
            );
            assert.equal(await page.locator("h1").count(), 1);
            assert((await weightOf(page)) < WEIGHT);
            await watched.assertCalm();
            await assertAccessible(page, path);
          });
        }
      }
    }
  },
);

Deno.test("pages: every one says the same without scripts", async (t) => {
  await using stage = await onStage();
  const { browser, origin } = stage;
  for (const [path, status] of Object.entries(PAGES)) {
    await t.step(path, async () => {
      await using plain = await watchedPage(browser, origin, { javaScriptEnabled: false });
      await using scripted = await watchedPage(browser, origin, {});
      assert.equal(await plain.open(path), status);
      await scripted.open(path);
      const text = (page: typeof plain.page) => page.locator("main").innerText();
      const without = (shown: string) => shown.replaceAll(/\bCopy\b/g, " ").replaceAll(/\s+/g, " ");
      assert.equal(without(await text(plain.page)), without(await text(scripted.page)));
      await plain.assertCalm();
    });
  }
});

Deno.test("pages: the keyboard reaches everything in order, and shows where it is", async (t) => {
  await using stage = await onStage();
  const { browser, origin } = stage;
  for (const path of Object.keys(PAGES)) {
    await t.step(path, async () => {
      await using watched = await watchedPage(browser, origin, {
        viewport: { width: 1280, height: 700 },
      });
      await watched.open(path);
      const stops = await tabStops(watched.page);
      assert.equal(stops[0]?.name, "Skip to content");
      assert.deepEqual(stops.filter(({ shown }) => !shown), []);
      const expected = await watched.page.evaluate(() =>
        [...document.querySelectorAll("a[href], button, input:not([type=hidden]), summary, [tabindex='0']")]
          .filter((element) => element.checkVisibility()).length
      );
      assert(stops.length >= Math.min(expected, 400), `${stops.length} of ${expected}`);
    });
  }
});

Deno.test("pages: the box takes what people paste, and leads there", async () => {
  await using stage = await onStage();
  const { browser, origin } = stage;
  await using watched = await watchedPage(browser, origin, {});
  const { page } = watched;
  await watched.open("/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByLabel("Repository or address").fill("nonsense");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByLabel("Repository or address").inputValue(), "nonsense");
  await page.getByLabel("Repository or address").fill(`${origin}${ADDRESS}/marketing?utm_source=x`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}${ADDRESS}/marketing`);
});

Deno.test(
  "pages: search answers while somebody types, by keyboard, and tells a screen reader",
  async () => {
    await using stage = await onStage();
    const { browser, origin } = stage;
    await using watched = await watchedPage(browser, origin, {});
    const { page } = watched;
    await watched.open(ADDRESS);
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("reviews a change");
    await page.getByRole("status").filter({ hasText: "for “reviews a change”" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "q");
    assert.match(page.url(), /\?q=reviews\+a\+change$/);
    assert.equal(await page.locator("#results .row-name a").first().textContent(), "Skill review");
    for (let left = "reviews a change".length; left > 0; left--) await page.keyboard.press("Backspace");
    await page.getByRole("heading", { name: "Skills", exact: true }).waitFor();
    assert.equal(page.url(), origin + ADDRESS);
    await page.keyboard.type("limits");
    await page.locator("#results h2").waitFor();
    await page.locator("#results .row-name a").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\?skill=/);
    await watched.assertCalm();
  },
);

Deno.test("pages: search works without scripts", async () => {
  await using stage = await onStage();
  const { browser, origin } = stage;
  await using watched = await watchedPage(browser, origin, { javaScriptEnabled: false });
  await watched.open(ADDRESS);
  await watched.page.getByRole("searchbox").fill("reviews a change");
  await watched.page.keyboard.press("Enter");
  await watched.page.getByRole("heading", { name: /results? for/ }).waitFor();
});

Deno.test("pages: what is to be copied is copied", async () => {
  await using stage = await onStage();
  const { browser, origin } = stage;
  await using watched = await watchedPage(browser, origin, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await watched.open(ADDRESS);
  await watched.page.getByRole("button", { name: "Copy the URL" }).press("Enter");
  await watched.page.getByText("Copied").waitFor();
  assert.equal(await watched.page.evaluate(() => navigator.clipboard.readText()), origin + ADDRESS);
});

for (const javaScriptEnabled of [true, false]) {
  const name = javaScriptEnabled ? "with" : "without";
  Deno.test(`pages: one that is being read turns into its result ${name} scripts`, async () => {
    await using stage = await onStage({ indexed: false, environment: { INDEX_WAIT_MS: "0" } });
    const { browser, origin } = stage;
    await using watched = await watchedPage(browser, origin, { javaScriptEnabled });
    assert.equal(await watched.open(ADDRESS), 202);
    await watched.page.getByRole("heading", { name: "Acme library", level: 1 }).waitFor();
    await watched.assertCalm();
  });
}

Deno.test("pages: a hostile repository changes nothing but its own text", async (t) => {
  await using stage = await onStage();
  const { browser, origin } = stage;
  for (const path of Object.keys(HOSTILE)) {
    const file = encodeURIComponent(path.slice("evil/repo/".length));
    for (const query of [`?file=${file}`, `?file=${file}&view=source`, `?skill=${file}`]) {
      await t.step(query, async () => {
        await using watched = await watchedPage(browser, origin, {});
        await watched.open(`/local/evil/repo${query}`);
        assert.match(await watched.page.title(), / · skillmount$/);
        assert.equal(
          await watched.page.locator("main script, main style, main iframe, main svg[onload]").count(),
          0,
        );
        await watched.assertCalm();
      });
    }
  }
});

/** A server and a browser, for one test. */
async function onStage(options: Parameters<typeof pagesServer>[0] = {}) {
  const server: PagesServer = await pagesServer(options);
  const browser = await openBrowser();
  return {
    browser,
    origin: server.origin,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
