import { type CommandResult, done, failed } from "../cli/mod.ts";
import { createAuthorizedFetch, parseServerUrl } from "../remote/mod.ts";
import { serveLines } from "../stdio/mod.ts";
import { clock } from "./build/mod.ts";
import { keptSignIn } from "./_kept_credentials.ts";
import { createServerLog } from "./_server_log.ts";
import { defaultSettings, remoteSettings } from "./_settings.ts";
import { showPage } from "./_show_page.ts";
import { addressOfPage, line as serveLine } from "./_stdio_address.ts";
import { writeLine } from "./_stdout_lines.ts";
import { stopSignal } from "./_stop_signal.ts";
import { EXIT } from "./exit_code.ts";
import { type Program, withFlags } from "./program.ts";

/**
 * Carries what a client says over stdin and stdout to an address of a server, for clients that cannot reach one
 * or sign in there by themselves. Ends with the input, or with a signal.
 */
export async function bridge(address: string, program: Program): Promise<CommandResult> {
  const url = parseServerUrl(address);
  if (!url.ok) return failed(EXIT.usage, `Cannot connect to the URL: ${url.error}`);
  const settings = await remoteSettings(program);
  if (!settings.ok) return settings.error;
  const known = defaultSettings();
  const page = known.ok ? addressOfPage(url.value, known.value) : null;
  if (page !== null) {
    const meant = serveLine(page, program);
    return failed(
      EXIT.usage,
      `Cannot connect to ${url.value.host}: it is a git host. To serve the repository\n  ${meant}`,
    );
  }
  const { state } = await Deno.permissions.query({ name: "net", host: url.value.host });
  if (state !== "granted" && program.run !== null) {
    const run = withFlags(program.run, []);
    return failed(
      EXIT.usage,
      `Cannot connect to ${url.value.host}: this command may not use the network. Run\n  ${run}`,
    );
  }
  const { kv, key, logLevel: level } = settings.value;
  const { stopped } = stopSignal();
  const log = createServerLog({ clock, level, isForPeople: false, write: (lines) => console.error(lines) });
  const handler = createAuthorizedFetch({
    url: url.value,
    fetch,
    clock,
    log,
    kept: keptSignIn(kv, url.value),
    key,
    show: (page) => showPage(page, url.value),
  });
  const lines = serveLines({
    input: Deno.stdin.readable,
    write: writeLine(),
    url: url.value.href,
    handler,
    clock,
    log,
  });
  await Promise.race([lines, stopped]);
  return done("");
}
