import assert from "node:assert/strict";

const ROOT = new URL("../../", import.meta.url);

/** `deno task dev` over directories, or over the example library where none is given. */
export interface DevServer extends AsyncDisposable {
  /** As printed, in the order of the directories. */
  readonly addresses: readonly string[];
}

export async function devServer(
  directories: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<DevServer> {
  const child = new Deno.Command("deno", {
    args: ["run", "-P=dev", "main.ts", "--dev", ...directories],
    cwd: ROOT,
    env: { PORT: "0", KV_PATH: ":memory:", ...environment },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const addresses = () => printed.match(/^http:\/\/127\.0\.0\.1:\d+\/local\/\S+$/gm) ?? [];
  let printed = "";
  while (addresses().length < Math.max(1, directories.length) || !printed.endsWith("\n")) {
    const { value, done } = await output.read();
    assert(!done, printed);
    printed += value;
  }
  const found = addresses();
  // A log that nobody takes would stop the server that writes it.
  const drained = (async () => {
    while (!(await output.read()).done);
  })();
  return {
    addresses: found,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await Promise.all([drained, child.status]);
    },
  };
}
