import { type CommandResult, done, failed } from "../cli/mod.ts";
import type { Mode } from "../config/mod.ts";
import { clock } from "./build/mod.ts";
import { listen } from "./_listen.ts";
import { printAddresses } from "./_print_addresses.ts";
import { createServerLog } from "./_server_log.ts";
import { serverSettings } from "./_settings.ts";
import { startApp } from "./_start_app.ts";
import { stopSignal } from "./_stop_signal.ts";
import { watch } from "./_watch.ts";
import { EXIT } from "./exit_code.ts";
import type { Program } from "./program.ts";

/** A platform that stops a process waits five seconds before it kills it. */
const SHUTDOWN_MS = 4500;

/**
 * Serves until a signal stops it; in `dev` the given directories of this machine, on loopback, and `watches`
 * says what their edits change. Lets requests finish then, hands leases back and closes the store. Ends early with what stands in the way.
 */
export async function serve(
  mode: Mode,
  given: readonly string[],
  program: Program,
  watches = false,
): Promise<CommandResult> {
  // A large store is opened for seconds: who stops the process meanwhile wants it closed as well.
  const stop = stopSignal();
  const late = stop.stopped.then(() => clock.sleep(SHUTDOWN_MS))
    .then(() => failed(1, "Cannot stop in time: requests are still running"));
  return await Promise.race([serveUntil(stop, mode, given, program, watches), late]);
}

async function serveUntil(
  stop: ReturnType<typeof stopSignal>,
  mode: Mode,
  given: readonly string[],
  program: Program,
  watches: boolean,
): Promise<CommandResult> {
  const settings = serverSettings(mode, given);
  if (!settings.ok) return settings.error;
  const config = settings.value;
  /** The author of the repositories, who watches. */
  const isForPeople = mode === "dev" && Deno.stdout.isTerminal();
  const log = createServerLog({ clock, level: config.logLevel, isForPeople });
  const started = await startApp(config, {
    log,
    program,
    logsPaths: isForPeople,
    isReachable: true,
    isAlone: mode === "dev",
  });
  if (!started.ok) return started.error;
  using running = started.value;
  const { app, directories, signInLink } = running;
  if (stop.isStopped()) {
    await app.close();
    return done("");
  }
  const { host: hostname, port } = config;
  const server = listen({ hostname, port, handler: app.fetch, clock, log });
  if (!server.ok) {
    const message = `Cannot listen on ${hostname}:${port}: ${server.error}; PORT chooses another`;
    return failed(EXIT.unavailable, message);
  }
  printAddresses(config, server.value.addr, { directories, signInLink, started: program.started });
  const print = (line: string) => console.log(`${new Date(clock.now()).toTimeString().slice(0, 8)} ${line}`);
  const watching = watches
    ? Array.from(directories.values(), (path) => watch(path, { config, print, stopped: stop.stopped }))
    : [];

  await stop.stopped;
  log("info", "stopping");
  // Closing indexing ends the waits of requests for it, so that they finish too.
  await Promise.all([server.value.shutdown(), app.close(), ...watching]);
  return done("");
}
