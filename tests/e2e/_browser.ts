/// <reference lib="dom" />
/** An installed Chromium, and what its pages did that they should not have. */
import assert from "node:assert/strict";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "../packages/playwright.ts";
import { axe } from "../packages/axe.ts";

/** Where a browser is; `apt-get install chromium` puts one at the usual place. */
const EXECUTABLE = Deno.env.get("CHROMIUM_BIN") ?? "/usr/bin/chromium";

/** Starts it. Its own sandbox needs rights that containers and root do not give. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ["--no-sandbox"] });
}

/** A page that is watched from before it loads. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** Goes there, waits until it is quiet, and gives the status. */
  open(path: string): Promise<number>;
  /** Nothing was refused, failed, logged as an error, asked of another origin or moved. */
  assertCalm(): Promise<void>;
}

/** What a page did, noted by itself before anything of it runs. */
interface Notes {
  violations: string[];
  shift: number;
}

declare global {
  var notes: Notes;
}

export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  let asked = "";
  page.on("console", (message) => {
    // Chromium logs a status of the page itself, which the test knows.
    if (message.type() !== "error" || message.location().url === asked) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) faults.push(`asked ${request.url()}`);
  });
  await page.addInitScript(() => {
    globalThis.notes = { violations: [], shift: 0 };
    addEventListener("securitypolicyviolation", (event) => {
      globalThis.notes.violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) globalThis.notes.shift += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return {
    page,
    async open(path) {
      asked = new URL(path, origin).href;
      const response = await page.goto(asked, { waitUntil: "networkidle" });
      return response?.status() ?? 0;
    },
    async assertCalm() {
      assert.deepEqual(faults, []);
      if (options.javaScriptEnabled === false) return;
      const { violations, shift } = await page.evaluate(() => globalThis.notes);
      assert.deepEqual(violations, []);
      assert.equal(shift, 0, "the layout moved");
    },
    async [Symbol.asyncDispose]() {
      await context.close();
    },
  };
}

/** WCAG 2.2 A and AA, and what axe calls best practice. */
export async function assertAccessible(page: Page, label: string): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: page } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await page.run(document, {
      rules: { "target-size": { enabled: true } },
    });
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    }));
  });
  assert.deepEqual(violations, [], label);
}

/** Bytes that came over the wire for everything but pictures. */
export function weightOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ] as PerformanceResourceTiming[];
    return entries.filter(({ initiatorType }) => initiatorType !== "img")
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
}

/** What the keyboard reaches, in order, with whether each place shows that it has the focus. */
export async function tabStops(page: Page, most = 400): Promise<readonly { name: string; shown: boolean }[]> {
  const stops: { name: string; shown: boolean }[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body || element === document.documentElement) return null;
      const seen = [element, element.closest(".row"), element.closest(".field")].some((one) => {
        if (one === null) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      });
      const { top, bottom } = element.getBoundingClientRect();
      const inView = bottom > 0 && top < innerHeight;
      const text = element.textContent?.trim() || element.getAttribute("id") || element.tagName;
      return { name: text.slice(0, 40), shown: seen && inView };
    });
    if (found === null) break;
    stops.push(found);
  }
  return stops;
}
