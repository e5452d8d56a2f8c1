import { failure, type Result, success } from "../../contracts/result.ts";
import { type CommandResult, failed } from "../cli/mod.ts";
import { type Config, type ConfigProblem, type Mode, readEnvironment, readKey } from "../config/mod.ts";
import { EXIT } from "./exit_code.ts";
import { permitted, type Program, storeNeeds } from "./program.ts";

/** The settings of a server and of the commands that look after it; fails with what ends the process. */
export function serverSettings(mode: Mode, directories: readonly string[]): Result<Config, CommandResult> {
  return settings(EXIT.misconfigured, mode, directories, "all");
}

/** The settings that bound the reading of one directory; fails with what ends the process. */
export function readingSettings(directory: string): Result<Config, CommandResult> {
  return settings(EXIT.notRead, "dev", [directory], "reading");
}

/** The settings of who serves one directory to one client; fails with what ends the process. */
export function directorySettings(directory: string): Result<Config, CommandResult> {
  return settings(EXIT.misconfigured, "dev", [directory], "directory");
}

/** What a server that is configured no further reads; for who may not see more of the environment. */
export function defaultSettings(): Result<Config, CommandResult> {
  return settings(EXIT.misconfigured, "start", [], "remote");
}

/** The settings of who speaks to a server elsewhere, and its key; fails with what ends the process. */
export async function remoteSettings(program: Program): Promise<Result<Remote, CommandResult>> {
  const config = settings(EXIT.misconfigured, "dev", [], "remote");
  if (!config.ok) return config;
  const key = readKey();
  if (!key.ok) return broken(EXIT.misconfigured, key.error);
  // Without a key it is what signing in left that is read, beside the store.
  if (key.value === null) {
    const allowed = await permitted(storeNeeds(config.value.kv), program);
    if (!allowed.ok) return allowed;
  }
  return success({ ...config.value, key: key.value });
}

export interface Remote extends Config {
  readonly key: string | null;
}

function settings(code: number, ...asked: Parameters<typeof readEnvironment>): Result<Config, CommandResult> {
  const config = readEnvironment(...asked);
  if (config.ok) return success(config.value);
  return broken(code, config.error);
}

function broken(code: number, { variable, rule }: ConfigProblem): Result<never, CommandResult> {
  return failure(failed(code, `Cannot use ${variable}: it must be ${rule}`));
}
