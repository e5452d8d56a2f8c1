import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { type CommandResult, done, failed } from "../cli/mod.ts";
import type { Config, KvConfig } from "../config/mod.ts";
import { withTimeout } from "../flow/mod.ts";
import { serveLines } from "../stdio/mod.ts";
import { clock } from "./_ambient.ts";
import { createServerLog } from "./_server_log.ts";
import { directorySettings } from "./_settings.ts";
import { startApp } from "./_start_app.ts";
import { stopSignal } from "./_stop_signal.ts";
import { EXIT } from "./exit_code.ts";

/** Together with what is left to be answered, less than the second after which a client kills the process. */
const CLOSE_MS = 300;

/**
 * Serves one directory to the client that started the process: MCP over stdin and stdout, the log on stderr.
 * Ends with the input, or with a signal.
 */
export async function stdio([directory, ...more]: readonly string[]): Promise<CommandResult> {
  if (directory === undefined || more.length > 0 || directory.startsWith("-")) {
    return failed(EXIT.usage, "Cannot serve: name one directory of skills");
  }
  const settings = directorySettings(directory);
  if (!settings.ok) return settings.error;
  const config: Config = { ...settings.value, kv: ownStore(settings.value) };
  const write = (lines: string) => console.error(lines);
  const log = createServerLog({ clock, level: config.logLevel, isForPeople: false, write });
  const started = await startApp(config, { log, logsPaths: false, isReachable: false, isAlone: false });
  if (!started.ok) return started.error;
  using running = started.value;
  const { app, names: [name = ""] } = running;
  const output = Deno.stdout.writable.getWriter();
  const encoder = new TextEncoder();
  const served = serveLines({
    input: Deno.stdin.readable,
    write: (line) => output.write(encoder.encode(`${line}\n`)),
    url: `http://127.0.0.1/local/${name}`,
    handler: app.fetch,
    clock,
    log,
  });
  await Promise.race([served, stopSignal()]);
  await withTimeout(clock, CLOSE_MS, app.close(), () => {});
  return done("");
}

/** Beside the configured file, one for each directory: clients start a process for each, and some several. */
function ownStore({ kv, local }: Config): KvConfig {
  if (kv.kind !== "file") return kv;
  const name = createHash("sha256").update(local?.directories[0] ?? "").digest("hex").slice(0, 16);
  return { kind: "file", path: join(dirname(kv.path), "stdio", `${name}.sqlite`) };
}
