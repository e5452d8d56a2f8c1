/** `deno task dev` with a repository that only the account `dev` may see, and that person's browser. */
import assert from "node:assert/strict";
import { createGitRepository } from "../git_repository.ts";
import { freePort } from "./account_server.ts";
import { fieldsOf } from "./authorization_server.ts";

const ROOT = new URL("../../../", import.meta.url);

export interface PrivateDevServer extends AsyncDisposable {
  /** Of the private repository. */
  readonly address: URL;
  /** Of the authorization server. */
  readonly issuer: string;
  /** The link that was printed. */
  readonly link: string;
  /** What the process has written. */
  readonly written: () => string;
  /** What an operator's command on its store prints; fails where it does. */
  admin(...args: string[]): Promise<string>;
}

export async function privateDevServer(
  environment: Readonly<Record<string, string>> = {},
): Promise<PrivateDevServer> {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-dev-" });
  const repository = await createGitRepository();
  await repository.commit({
    "SKILL.md": "---\nname: walrus\ndescription: Keep the walrus.\n---\nFeed it.\n",
  });
  const name = repository.directory.split("/").slice(-2).join("/");
  const port = freePort();
  const env = {
    PORT: String(port),
    KV_PATH: `${directory}/kv.sqlite`,
    LOCAL_PRIVATE: name,
    LOG_LEVEL: "debug",
    DENO_NO_UPDATE_CHECK: "1",
    ...environment,
  };
  const flag = `--allow-write=${directory}`;
  const child = new Deno.Command("deno", {
    args: ["run", "-P=dev", flag, "main.ts", "--dev", repository.directory],
    cwd: ROOT,
    env,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let written = "";
  const link = () => /http:\/\/localhost:\d+\/sign-in\/link\/li_[\w-]+/.exec(written)?.[0];
  while (link() === undefined || !written.endsWith("\n")) {
    const { value, done } = await output.read();
    assert(!done, written);
    written += value;
  }
  const drained = (async () => {
    for (let part = await output.read(); !part.done; part = await output.read()) written += part.value;
  })();
  return {
    address: new URL(`http://127.0.0.1:${port}/local/${name}`),
    issuer: `http://localhost:${port}`,
    link: link() ?? "",
    written: () => written,
    async admin(...args) {
      const command = new Deno.Command("deno", {
        args: ["run", "-P=dev", flag, "main.ts", "admin", "--dev", ...args],
        cwd: ROOT,
        env,
      });
      const { code, stdout, stderr } = await command.output();
      assert.equal(code, 0, new TextDecoder().decode(stderr));
      return new TextDecoder().decode(stdout).trim();
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await Promise.all([drained, child.status]);
      await repository[Symbol.asyncDispose]();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

export interface PersonsBrowser {
  get(url: string): Promise<Response>;
  post(url: string, form: Readonly<Record<string, string>>): Promise<Response>;
  /** Allows what an app asks for, and gives where the browser is sent. */
  allow(authorizeUrl: string): Promise<URL>;
}

export function browserAt(issuer: string): PersonsBrowser {
  const cookies = new Map<string, string>();
  async function go(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map((pair) => pair.join("=")).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return response;
  }
  const browser: PersonsBrowser = {
    get: (url) => go(url, {}),
    post: (url, form) =>
      go(url, { method: "POST", body: new URLSearchParams(form), headers: { origin: issuer } }),
    async allow(authorizeUrl) {
      const fields = await fieldsOf(await browser.get(authorizeUrl));
      const answer = await browser.post(`${issuer}/api/oauth/authorize`, { ...fields, decision: "allow" });
      assert.equal(answer.status, 303, await answer.text());
      return new URL(answer.headers.get("location") ?? "");
    },
  };
  return browser;
}

/** A browser that was signed in by the printed link. */
export async function signedInBrowser({ issuer, link }: PrivateDevServer): Promise<PersonsBrowser> {
  const browser = browserAt(issuer);
  const answer = await browser.post(link, {});
  await answer.body?.cancel();
  assert.equal(answer.status, 303);
  return browser;
}
