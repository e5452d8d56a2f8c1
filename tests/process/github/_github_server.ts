/** The whole server as it is configured to start, on a stand-in for GitHub where people sign in and an app is installed. */
import assert from "node:assert/strict";
import { sign } from "@octokit/webhooks-methods";
import { type ConfiguredProcess, configuredProcess, signedInAt } from "../configured_process.ts";
import { createGitRepository, type GitRepository } from "../../support/git_repository.ts";
import { type ManualClock, manualClock } from "../../support/manual_clock.ts";
import {
  allowedCode,
  type Browser,
  CALLBACK,
  exchangeForm,
  ISSUER,
  PUBLIC_URL,
} from "../../support/sign_in/authorization_server.ts";
import { type FakeGithub, fakeGithub } from "../../support/sign_in/fake_github.ts";
import { message, post } from "../../surface/mcp.ts";

export const ADA = { id: 7, login: "ada", organisations: [] };
export const BOB = { id: 8, login: "bob", organisations: [] };

export const SECRET = "/gh/acme/secret";
export const PUBLIC = "/gh/acme/library";
export const MISSING = "/gh/acme/missing";
export const SECRET_ID = 100;
export const PUBLIC_ID = 200;
export const HOOK_SECRET = "the-secret-of-repository-hooks";
export const APP_HOOK_SECRET = "the-secret-of-the-github-app";
/** What the repository says that is not public. */
export const WORD = "walrus";

export interface Process extends ConfiguredProcess {
  /** A tool call of an address, by who shows a token or nobody. */
  browse(address: string, token?: string): Promise<Response>;
  signIn(person: typeof ADA): Promise<Browser>;
  /** A token of an app that the browser's person allowed an address. */
  tokenFor(browser: Browser, address: string): Promise<string>;
  /** An event of GitHub. */
  deliver(event: string, payload: unknown, secret?: string): Promise<Response>;
}

export interface GithubServer extends AsyncDisposable {
  readonly github: FakeGithub;
  readonly clock: ManualClock;
  readonly secret: GitRepository;
  readonly library: GitRepository;
  process(environment?: Readonly<Record<string, string>>): Promise<Process>;
}

export interface GithubServerOptions {
  /** False: content is read as the person who asks. */
  readonly hasApp?: boolean;
  /** What stands between the server and its store. */
  readonly kvOf?: (kv: Deno.Kv) => Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic">;
}

export async function githubServer(options: GithubServerOptions = {}): Promise<GithubServer> {
  const { hasApp = true, kvOf = (kv) => kv } = options;
  const clock = manualClock();
  const stack = new AsyncDisposableStack();
  const github = stack.use(fakeGithub(clock));
  const secret = stack.use(
    await createGitRepository({
      "walrus/SKILL.md": "---\nname: walrus\ndescription: Keep the walrus.\n---\nFeed the walrus.\n",
    }),
  );
  const library = stack.use(
    await createGitRepository({ "plain/SKILL.md": "---\nname: plain\ndescription: Plain.\n---\nPlain.\n" }),
  );
  const common = { isInstalled: true, readers: new Set<string>() };
  github.repositories.set("acme/secret", {
    ...common,
    id: SECRET_ID,
    gitDir: secret.gitDir,
    isPrivate: true,
    readers: new Set(["ada"]),
  });
  github.repositories.set("acme/library", {
    ...common,
    id: PUBLIC_ID,
    gitDir: library.gitDir,
    isPrivate: false,
  });
  const kv = await Deno.openKv(":memory:");
  stack.defer(() => kv.close());
  const usual: Readonly<Record<string, string>> = {
    AUTH_SECRET: "a-secret-of-32-characters-or-more",
    PUBLIC_URL,
    ACCOUNT_HOST: new URL(ISSUER).host,
    GITHUB_WEB_URL: github.url,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_APP_CLIENT_ID: github.signIn.clientId,
    GITHUB_APP_CLIENT_SECRET: github.signIn.clientSecret,
    GITHUB_WEBHOOK_SECRET: HOOK_SECRET,
    GITHUB_APP_WEBHOOK_SECRET: APP_HOOK_SECRET,
    METRICS_TOKEN: "the-token-of-metrics",
    INDEX_WAIT_MS: "0",
    ...(hasApp && { GITHUB_APP_ID: github.app.id, GITHUB_APP_PRIVATE_KEY: github.app.privateKey }),
  };

  async function process(environment: Readonly<Record<string, string>> = {}): Promise<Process> {
    const built = stack.use(await configuredProcess({ ...usual, ...environment }, { kv: kvOf(kv), clock }));
    const { send, fetch } = built;

    async function settled<Value>(work: Promise<Value>): Promise<Value> {
      let isDone = false;
      void work.finally(() => isDone = true).catch(() => {});
      while (!isDone) {
        await new Promise((resolve) => setTimeout(resolve));
        // What is on its way to an app is waited for.
        clock.advance(0);
      }
      return await work;
    }

    const self: Process = {
      ...built,
      browse(address, token) {
        const request = message("legacy", PUBLIC_URL + address, {
          method: "tools/call",
          params: { name: "browse_repo", arguments: {} },
        });
        if (token !== undefined) request.headers.set("authorization", `Bearer ${token}`);
        return send(request);
      },
      signIn(person) {
        github.signIn.person = person;
        return signedInAt(built, "gh", github.signIn.follow);
      },
      async tokenFor(browser, address) {
        const registered = await fetch(`${ISSUER}/api/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" }),
        });
        const { client_id: client } = await registered.json();
        const { code } = await allowedCode(browser, client, { resource: PUBLIC_URL + address });
        const answer = await settled(
          fetch(`${ISSUER}/api/oauth/token`, {
            method: "POST",
            body: new URLSearchParams(exchangeForm(client, code)),
          }),
        );
        assert.equal(answer.status, 200, await answer.clone().text());
        return (await answer.json()).access_token;
      },
      async deliver(event, payload, secret = APP_HOOK_SECRET) {
        const body = JSON.stringify(payload);
        return await send(post(`${PUBLIC_URL}/webhooks/gh`, body, {
          "x-github-event": event,
          "x-hub-signature-256": await sign(secret, body),
        }));
      },
    };
    return self;
  }

  return { github, clock, secret, library, process, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Reads the address until its commit is indexed; the text of its root. */
export async function read(process: Process, address: string, token?: string): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await process.browse(address, token);
    const text = await answer.text();
    if (answer.status !== 200) return `${answer.status}`;
    if (!text.includes("being read for the first time")) return text;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("Cannot read the address: it is not indexed");
}
