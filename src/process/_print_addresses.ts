import { VERSION } from "../app/mod.ts";
import type { Config } from "../config/mod.ts";
import { connectLines } from "../web/mod.ts";

/** Says where the server is and, for every repository of this machine, what to paste into a client. */
export function printAddresses(
  config: Config,
  { hostname, port }: Deno.NetAddr,
  names: Iterable<string>,
  signInLink: string | null,
): void {
  const origin = config.publicUrl ?? `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const lines = [`skillmount ${VERSION} at ${origin}`];
  for (const name of names) {
    const url = `${origin}/local/${name}`;
    const { claudeCode, vsCode } = connectLines(url);
    lines.push("", url, `  Claude Code  ${claudeCode}`, `  VS Code      ${vsCode}`);
  }
  const root = config.local?.root ?? null;
  if (root !== null) lines.push("", `${origin}/local/<owner>/<repo> for ${root}/<owner>/<repo>`);
  if (signInLink !== null) {
    lines.push("", `Sign in once as the account dev: ${signInLink}`);
  }
  console.log(lines.join("\n"));
}
