const CONFIG = new URL("peers/deno.json", import.meta.url).pathname;

export interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  /** What the program said, for a failure. */
  readonly output: string;
}

export interface PeerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with what the program has said so far, each time that it says more. */
  readonly hear?: (output: string) => void;
}

/** Runs a pinned program; it passes when it ends well and says what is expected. */
export async function peer(
  name: string,
  expected: RegExp,
  [program = "", ...args]: readonly string[],
  { environment = {}, hear }: PeerOptions = {},
): Promise<Outcome> {
  const child = new Deno.Command("deno", {
    args: ["run", "-A", "--config", CONFIG, program, ...args],
    env: { ...environment },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  await Promise.all([child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      hear?.(output);
    }
  }));
  const { success } = await child.status;
  return { name, passed: success && expected.test(output), output };
}
