/// <reference lib="dom" />
/** A browser that goes the way of signing in, and agents that wait for it. */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type { Browser, Page } from "../packages/playwright.ts";
import type { AccountServer } from "../support/sign_in/account_server.ts";
import { authorizePath } from "../support/sign_in/authorization_server.ts";
import { clientProvider, outlivesItsToken } from "../support/sign_in/client_provider.ts";
import { openBrowser } from "./_browser.ts";

/** How somebody presses a button. */
export type Press = (page: Page, name: string) => Promise<void>;

export const byPointer: Press = (page, name) => page.getByRole("button", { name, exact: true }).click();

interface Post {
  readonly path: string;
  readonly origin: string | undefined;
}

export interface Stage extends AsyncDisposable {
  readonly browser: Browser;
  readonly page: Page;
  /** Every form that was sent, with the origin that the browser named. */
  readonly posts: readonly Post[];
  /** What pages were kept from doing. */
  readonly refused: readonly string[];
}

export async function onStage(options: { readonly javaScriptEnabled?: boolean }): Promise<Stage> {
  const browser = await openBrowser();
  const context = await browser.newContext(options);
  context.setDefaultTimeout(10_000);
  const posts: Post[] = [];
  const refused: string[] = [];
  context.on("request", (request) => {
    if (request.method() !== "POST") return;
    void request.allHeaders().then(({ origin }) =>
      posts.push({ path: new URL(request.url()).pathname, origin })
    );
  });
  context.on("console", (message) => {
    if (/Content Security Policy|violates/.test(message.text())) refused.push(message.text());
  });
  return {
    browser,
    page: await context.newPage(),
    posts,
    refused,
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Each of the forms was sent and named its origin, which `no-referrer` would have made `null`; no policy stopped any. */
export function assertNamed({ posts, refused }: Stage, issuer: string, paths: readonly string[]): void {
  const own = posts.filter(({ path }) => paths.some((start) => path.startsWith(start)));
  for (const path of paths) assert(own.some((post) => post.path.startsWith(path)), path);
  assert.deepEqual(own.filter(({ origin }) => origin !== issuer), []);
  assert.deepEqual(refused, []);
}

/** An agent that was given the address alone: it is refused, has its person asked, and then reads, also once its token died. */
export async function readsFor(
  page: Page,
  address: URL,
  callback: string,
  press: Press,
  signsIn: () => Promise<void>,
): Promise<void> {
  const flow = clientProvider(callback, async (url) => {
    await page.goto(url.href);
    await signsIn();
    await page.getByRole("heading", { name: "Allow an app to read" }).waitFor();
    await page.getByText("an app on this computer").waitFor();
    await page.getByText(address.href).waitFor();
    await press(page, "Allow");
    await page.waitForURL(`${callback}?*`);
    return new URL(page.url());
  });
  const { provider: authProvider, codeOf, kept } = flow;
  const first = new StreamableHTTPClientTransport(address, { authProvider });
  await assert.rejects(new Client({ name: "flow", version: "1" }).connect(first), UnauthorizedError);
  await first.finishAuth(codeOf(), kept.answer?.searchParams.get("iss") ?? undefined);
  const client = new Client({ name: "flow", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider }));
  const browse = async () => JSON.stringify(await client.callTool({ name: "browse_repo", arguments: {} }));
  assert.match(await browse(), /walrus/);
  await outlivesItsToken(browse, /walrus/, flow);
  await client.close();
}

/** Where an app that just registered sends its person to, for an address of the server. */
export async function authorizeUrl(
  server: AccountServer,
  address: string,
  callback: string,
): Promise<string> {
  const { issuer, publicUrl } = server;
  const registered = await fetch(`${issuer}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Browser test",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id: client } = await registered.json();
  return issuer + authorizePath(client, { redirect_uri: callback, resource: publicUrl + address });
}
