/** A process of its own to be measured, which prints where it listens. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  /** What `pattern` caught of its output. */
  readonly printed: string;
}

/** Starts `deno` with these arguments and waits for what `pattern` catches. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  pattern: RegExp,
): Promise<ServerProcess> {
  const child = new Deno.Command("deno", { args: [...args], env: { ...env }, stdout: "piped" }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  let found: string | undefined;
  while (found === undefined) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`Cannot start the server: it printed "${printed}"`);
    printed += value;
    found = pattern.exec(printed)?.[1];
  }
  // What it logs from here on costs it what logging costs anywhere.
  const drained = (async () => {
    while (!(await reader.read()).done);
  })();
  return {
    pid: child.pid,
    printed: found,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.status;
      await drained;
    },
  };
}

/** Resident memory in MiB; null where the system has no `ps`. */
export async function residentMiB({ pid }: ServerProcess): Promise<number | null> {
  try {
    const { stdout } = await new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] }).output();
    return Number(new TextDecoder().decode(stdout)) / 1024;
  } catch {
    return null;
  }
}
