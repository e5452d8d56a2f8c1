import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { failure, type Result, success } from "../../contracts/result.ts";
import { type CommandResult, done, failed } from "../cli/mod.ts";
import type { Config, KvConfig } from "../config/mod.ts";
import { withTimeout } from "../flow/mod.ts";
import { serveLines } from "../stdio/mod.ts";
import { clock } from "./build/mod.ts";
import { bridge } from "./_bridge.ts";
import { createServerLog } from "./_server_log.ts";
import { directorySettings, serverSettings } from "./_settings.ts";
import { startApp } from "./_start_app.ts";
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
    return failed(EXIT.usage, "Cannot serve: name one directory of skills, one address, or one URL");
  }
  if (isUrl(given)) return await bridge(given, program);
  const { state } = await Deno.permissions.query({ name: "net" });
  const served = state === "granted" ? addressServed(given) : directoryServed(given);
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

function directoryServed(directory: string): Result<Served, CommandResult> {
  const config = directorySettings(directory);
  if (!config.ok) return config;
  return success({ config: config.value, name: config.value.local?.directories[0] ?? "", address: null });
}

/** `<host>/<owner>/<repo>[@<ref>][/<path>]`, with or without the slash before it. */
function addressServed(given: string): Result<Served, CommandResult> {
  const config = serverSettings("start", []);
  if (!config.ok) return config;
  const { github, gitHosts } = config.value;
  const address = given.startsWith("/") ? given : `/${given}`;
  const [, host = ""] = address.split("/");
  const hosts: readonly string[] = [
    ...(github === null ? [] : [github.key]),
    ...gitHosts.map(({ key }) => key),
  ];
  if (hosts.includes(host)) return success({ config: config.value, name: address, address });
  const known = hosts.join(", ");
  const message =
    `Cannot serve "${given}": it is no directory, and an address begins with a git host: ${known}`;
  return failure(failed(EXIT.misconfigured, message));
}

/** Beside the configured file, one for each thing served: clients start a process for each, and some several. */
function ownStore(kv: KvConfig, served: string): KvConfig {
  if (kv.kind !== "file") return kv;
  const name = createHash("sha256").update(served).digest("hex").slice(0, 16);
  return { kind: "file", path: join(dirname(kv.path), "stdio", `${name}.sqlite`) };
}
