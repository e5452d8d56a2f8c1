import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { failure, type Result, success } from "../../contracts/result.ts";
import { type CommandResult, done, failed, misunderstood } from "../cli/mod.ts";
import type { Config, KvConfig } from "../config/mod.ts";
import { withTimeout } from "../flow/mod.ts";
import { serveLines } from "../stdio/mod.ts";
import { clock } from "./build/mod.ts";
import { bridge } from "./_bridge.ts";
import { createServerLog } from "./_server_log.ts";
import { defaultSettings, directorySettings, serverSettings } from "./_settings.ts";
import { startApp } from "./_start_app.ts";
import { line as serveLine, stdioAddress } from "./_stdio_address.ts";
import { writeLine } from "./_stdout_lines.ts";
import { stopSignal } from "./_stop_signal.ts";
import { EXIT } from "./exit_code.ts";
import { isUrl, type Program } from "./program.ts";

/** Together with what is left to be answered, less than the second after which a client kills the process. */
const CLOSE_MS = 300;

/** What is served: the settings, what the store is named after, and the address; null: the only directory. */
interface Served {
  readonly config: Config;
  readonly name: string;
  readonly address: string | null;
}

/**
 * Serves one directory, or one address where the process may use the network, to the client that started the
 * process: MCP over stdin and stdout, the log on stderr. Ends with the input, or with a signal.
 */
export async function stdio(
  [given, ...more]: readonly string[],
  program: Program,
): Promise<CommandResult> {
  if (given === undefined || more.length > 0 || given.startsWith("-")) {
    return misunderstood({
      command: `${program.typed} stdio`,
      args: given === undefined ? [] : [given, ...more],
      forms: ["<directory, address or URL>"],
      usage: "Cannot serve: name one directory of skills, one address, or one URL",
      code: EXIT.usage,
    });
  }
  if (isUrl(given)) return await bridge(given, program);
  const { state } = await Deno.permissions.query({ name: "net" });
  const served = state === "granted" ? addressServed(given, program) : await directoryServed(given, program);
  if (!served.ok) return served.error;
  const { name, address } = served.value;
  const config: Config = { ...served.value.config, kv: ownStore(served.value.config.kv, name) };
  const write = (lines: string) => console.error(lines);
  const log = createServerLog({ clock, level: config.logLevel, isForPeople: false, write });
  const { stopped } = stopSignal();
  const started = await startApp(config, {
    log,
    program,
    logsPaths: false,
    isReachable: false,
    isAlone: false,
  });
  if (!started.ok) return started.error;
  using running = started.value;
  const { app, directories } = running;
  const [only] = directories.keys();
  const lines = serveLines({
    input: Deno.stdin.readable,
    write: writeLine(),
    url: `http://127.0.0.1${address ?? `/local/${only}`}`,
    handler: app.fetch,
    clock,
    log,
  });
  await Promise.race([lines, stopped]);
  await withTimeout(clock, CLOSE_MS, app.close(), () => {});
  return done("");
}

/** Where the process may not use the network it is a directory, which has to be there. */
async function directoryServed(given: string, program: Program): Promise<Result<Served, CommandResult>> {
  const config = directorySettings(given);
  if (!config.ok) return config;
  const [directory = ""] = config.value.local?.directories ?? [];
  const isThere = await Deno.stat(directory).then((found) => found.isDirectory, () => false);
  if (isThere) return success({ config: config.value, name: directory, address: null });
  const known = defaultSettings();
  if (!known.ok) return known;
  const address = stdioAddress(given, known.value, program);
  return refused(
    given,
    address.ok
      ? `it is no directory, and for an address this command may not use the network:\n  ${
        serveLine(address.value, program)
      }`
      : address.error,
  );
}

function addressServed(given: string, program: Program): Result<Served, CommandResult> {
  const config = serverSettings("start", []);
  if (!config.ok) return config;
  const address = stdioAddress(given, config.value, program);
  if (!address.ok) return refused(given, address.error);
  return success({ config: config.value, name: address.value, address: address.value });
}

function refused(given: string, why: string): Result<never, CommandResult> {
  return failure(failed(EXIT.misconfigured, `Cannot serve "${given}": ${why}`));
}

/** Beside the configured file, one for each thing served: clients start a process for each, and some several. */
function ownStore(kv: KvConfig, served: string): KvConfig {
  if (kv.kind !== "file") return kv;
  const name = createHash("sha256").update(served).digest("hex").slice(0, 16);
  return { kind: "file", path: join(dirname(kv.path), "stdio", `${name}.sqlite`) };
}
