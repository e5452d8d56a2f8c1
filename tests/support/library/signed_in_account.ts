/** A server as its operator starts it, an account with a skill, and a browser whose person signed in for it. */
import assert from "node:assert/strict";
import { type AccountServer, startAccountServer } from "../sign_in/account_server.ts";
import { browserAt, type PersonsBrowser } from "../sign_in/private_dev_server.ts";
import { skillMd } from "./library.ts";

const ROOT = new URL("../../../", import.meta.url);

export const ACCOUNT_SKILL = "walrus";

export interface SignedInAccount extends AsyncDisposable {
  readonly server: AccountServer;
  readonly browser: PersonsBrowser;
  /** A key that publishes. */
  readonly key: string;
  /** The file of the store. */
  readonly kvPath: string;
  /** What an operator's command prints on standard output. */
  admin(...args: string[]): Promise<string>;
}

export async function signedInAccount(): Promise<SignedInAccount> {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-signed-in-" });
  const kvPath = `${directory}/kv.sqlite`;
  const forge = { forge: "http://127.0.0.1:9", clientId: "nobody", clientSecret: "asks" };
  const server = await startAccountServer({ ...forge, kv: kvPath });
  async function admin(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await new Deno.Command("deno", {
      args: ["run", "-P=start", "--allow-read", "--allow-write", "main.ts", "admin", ...args],
      cwd: ROOT,
      env: {
        KV_PATH: kvPath,
        GIT_HOSTS: `code=${forge.forge}`,
        PUBLIC_URL: server.publicUrl,
        ACCOUNT_HOST: new URL(server.issuer).host,
        AUTH_SECRET: "secret-of-the-tests-and-of-nobody-else",
      },
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trimEnd();
  }
  await admin("account", "create", "acme");
  const link = await admin("account", "sign-in-link", "acme");
  const key = await admin("key", "create", "acme", "--write");
  const form = new FormData();
  form.append("files", new File([skillMd(ACCOUNT_SKILL)], "SKILL.md"));
  const published = await fetch(`${server.publicUrl}/api/v1/library`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  assert.equal(published.status, 201, await published.text());
  const browser = browserAt(server.issuer);
  const signedIn = await browser.post(/https?:\S+/.exec(link)?.[0] ?? "", {});
  await signedIn.body?.cancel();
  assert.equal(signedIn.status, 303);
  return {
    server,
    browser,
    key,
    kvPath,
    admin,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await Deno.remove(directory, { recursive: true });
    },
  };
}
