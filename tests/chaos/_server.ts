import { dirname } from "node:path";

/** The server as its operator starts it, in a process of its own, on loopback. Disposing ends it. */
export interface ServerProcess extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  /** Of the repositories, as it printed them: `/local/<owner>/<repo>`. */
  readonly addresses: readonly string[];
  readonly pid: number;
  /** The lines of its log so far. */
  logged(): readonly string[];
  stderr(): string;
  /** Resolves once `/healthz` answers; fails after some seconds. */
  untilHealthy(): Promise<void>;
  /** Resident memory. Bytes. */
  resident(): Promise<number>;
}

export interface ServerProcessOptions {
  /** What `Deno.openKv()` takes; a store in memory when left out. */
  readonly kv?: string;
  /** Repositories of this machine; the example library when left out. */
  readonly directories?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** How many file descriptors it may have. */
  readonly mostFiles?: number;
}

const ROOT = new URL("../../", import.meta.url);
const TRIES = 100;
const PAUSE_MS = 100;

export async function startServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const { kv = ":memory:", directories = [], environment = {}, mostFiles } = options;
  const isRemote = kv.startsWith("http:");
  const store: Readonly<Record<string, string>> = isRemote ? { KV_URL: kv } : { KV_PATH: kv };
  // Without the trap the system would end a process at once whose files may not grow any more.
  const shell = [`trap "" XFSZ`, ...(mostFiles === undefined ? [] : [`ulimit -n ${mostFiles}`])];
  const directory = dirname(kv);
  const args = [
    "run",
    "-P=dev",
    ...(isRemote || kv === ":memory:" ? [] : ["--allow-read", `--allow-write=${directory}`]),
    "main.ts",
    "--dev",
    ...directories,
  ];
  const child = new Deno.Command("sh", {
    args: ["-c", `${shell.join("; ")}; exec deno "$@"`, "sh", ...args],
    cwd: ROOT,
    env: { PORT: "0", DENO_NO_UPDATE_CHECK: "1", ...store, ...environment },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  const port = Number(await until(() => /at http:\/\/127\.0\.0\.1:(\d+)\n/.exec(out.text())?.[1]));

  const origin = `http://127.0.0.1:${port}`;

  return {
    port,
    origin,
    addresses: out.text().split("\n").filter((line) => line.startsWith(`${origin}/local/`))
      .map((line) => line.slice(origin.length)),
    pid: child.pid,
    logged: () => out.text().split("\n").filter((line) => line.startsWith("{")),
    // The runtime warns of what every process of the suite uses.
    stderr: () => err.text().split("\n").filter((line) => !/Warning/.test(line)).join("\n"),
    async untilHealthy() {
      await until(async () => {
        const response = await fetch(`${origin}/healthz`).catch(() => null);
        await response?.body?.cancel();
        return response?.ok;
      });
    },
    async resident() {
      const text = await (await fetch(`${origin}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await Promise.all([child.status, out.done, err.done]);
    },
  };
}

/** What `look` gives once that is something. */
export async function until<Value>(
  look: () => Value | undefined | false | Promise<Value | undefined | false>,
): Promise<Value> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error("Cannot wait any longer: it did not come about");
}

function collect(stream: ReadableStream<Uint8Array>): { text(): string; readonly done: Promise<void> } {
  let text = "";
  const decoder = new TextDecoder();
  const done = stream.pipeTo(
    new WritableStream({ write: (bytes) => void (text += decoder.decode(bytes, { stream: true })) }),
  );
  return { text: () => text, done };
}
