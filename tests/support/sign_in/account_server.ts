/** The server as its operator starts it, on loopback: an account host of its own, and one forge where people sign in. */
import { join } from "node:path";

const ROOT = new URL("../../../", import.meta.url);

export interface AccountServerOptions {
  /** The origin of the forge, its key here being `code`, and what the server proves itself with there. */
  readonly forge: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What `Deno.openKv()` takes; a file of its own when left out. */
  readonly kv?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where it listens; a free port when left out. */
  readonly port?: number;
}

export interface AccountServer extends AsyncDisposable {
  /** Origin of the addresses. */
  readonly publicUrl: string;
  /** Origin of the account host. */
  readonly issuer: string;
  /** What the process has written. */
  readonly written: () => string;
}

export async function startAccountServer(options: AccountServerOptions): Promise<AccountServer> {
  const { forge, clientId, clientSecret, environment = {}, port = freePort() } = options;
  const directory = await Deno.makeTempDir({ prefix: "skillmount-account-" });
  const kv = options.kv ?? join(directory, "kv.sqlite");
  const publicUrl = `http://127.0.0.1:${port}`;
  const child = new Deno.Command("deno", {
    args: ["run", "-P=start", "--allow-read", "--allow-write", "--allow-sys", "main.ts"],
    cwd: ROOT,
    env: {
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      ACCOUNT_HOST: `localhost:${port}`,
      AUTH_SECRET: "secret-of-the-tests-and-of-nobody-else",
      GIT_HOSTS: `code=${forge}`,
      GIT_HOST_APPS: `code=forgejo:${clientId}`,
      GIT_HOST_APP_SECRETS: `code=${clientSecret}`,
      ...(kv.startsWith("http:") ? { KV_URL: kv } : { KV_PATH: kv }),
      ...environment,
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const complaints = new Response(child.stderr).text();
  let written = "";
  while (!/^skillmount \S+ at /m.test(written)) {
    const { value, done } = await output.read();
    if (done) throw new Error(`Cannot start the server: ${await complaints}`);
    written += value;
  }
  const drained = (async () => {
    for (let part = await output.read(); !part.done; part = await output.read()) written += part.value;
  })();
  return {
    publicUrl,
    issuer: `http://localhost:${port}`,
    written: () => written,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await Promise.all([drained, complaints, child.status]);
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** A port that nothing listens at; the server is told of it before it starts, because its URLs hold it. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
