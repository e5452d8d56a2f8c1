import { dirname } from "node:path";

/** The server as its operator starts it, in a process of its own, on loopback. Disposing ends it. */
export interface ServerProcess extends AsyncDisposable {
  readonly port: number;
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
  /** No file of it may grow beyond so many KiB, as on a disk that is full. */
  readonly fileKib?: number;
}

const ROOT = new URL("../../", import.meta.url);
const TRIES = 100;
const PAUSE_MS = 100;

export async function startServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const { kv = ":memory:", directories = [], environment = {}, mostFiles, fileKib } = options;
  const isRemote = kv.startsWith("http:");
  const store: Readonly<Record<string, string>> = isRemote ? { KV_URL: kv } : { KV_PATH: kv };
  const limits = [
    ...(mostFiles === undefined ? [] : [`ulimit -n ${mostFiles}`]),
    // Without the trap the system would end the process at once. A block of `ulimit` is 512 bytes.
    ...(fileKib === undefined ? [] : [`trap "" XFSZ; ulimit -f ${2 * fileKib}`]),
  ];
  const directory = dirname(kv);
  const args = [
    "run",
    "-P=dev",
    ...(isRemote || kv === ":memory:" ? [] : ["--allow-read", `--allow-write=${directory}`]),
    "main.ts",
    "--dev",
    ...directories,
  ];
  const child = new Deno.Command(limits.length > 0 ? "sh" : "deno", {
    args: limits.length > 0 ? ["-c", `${limits.join("; ")}; exec deno "$@"`, "sh", ...args] : args,
    cwd: ROOT,
    env: { PORT: "0", DENO_NO_UPDATE_CHECK: "1", ...store, ...environment },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  const port = Number(await until(() => /at http:\/\/127\.0\.0\.1:(\d+)\n/.exec(out.text())?.[1]));

  return {
    port,
    pid: child.pid,
    logged: () => out.text().split("\n").filter((line) => line.startsWith("{")),
    // The runtime warns of what every process of the suite uses.
    stderr: () => err.text().split("\n").filter((line) => !/Warning/.test(line)).join("\n"),
    async untilHealthy() {
      await until(async () => {
        const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
        await response?.body?.cancel();
        return response?.ok;
      });
    },
    async resident() {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
      return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) * 1024;
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
