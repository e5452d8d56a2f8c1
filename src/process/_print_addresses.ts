import { VERSION } from "../app/mod.ts";
import type { Config } from "../config/mod.ts";
import { connectLines, shellQuoted } from "../web/mod.ts";
import { stdioWords } from "./_start_app.ts";

export interface Printed {
  /** By `owner/name`. */
  readonly directories: ReadonlyMap<string, string>;
  readonly signInLink: string | null;
  /** By which words a client starts this program, before the name of a command. */
  readonly started: readonly string[];
}

/** Says where the server is and, for every repository of this machine, what to paste into a client. */
export function printAddresses(
  config: Config,
  { hostname, port }: Deno.NetAddr,
  { directories, signInLink, started }: Printed,
): void {
  const origin = config.publicUrl ?? `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const lines = [`skillmount ${VERSION} at ${origin}`];
  for (const name of directories.keys()) {
    const url = `${origin}/local/${name}`;
    const { claudeCode, vsCode } = connectLines(url);
    const words = stdioWords(started, directories, `/local/${name}`) ?? [];
    lines.push("", url, `  Claude Code  ${claudeCode}`, `  VS Code      ${vsCode}`);
    lines.push(`  stdio        ${words.map(shellQuoted).join(" ")}`);
  }
  const root = config.local?.root ?? null;
  if (root !== null) lines.push("", `${origin}/local/<owner>/<repo> for ${root}/<owner>/<repo>`);
  if (signInLink !== null) {
    lines.push("", `Sign in once as the account dev: ${signInLink}`);
  }
  console.log(lines.join("\n"));
}
