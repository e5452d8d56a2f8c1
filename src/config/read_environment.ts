import type { Result } from "../../contracts/result.ts";
import type { Config, ConfigProblem, Mode } from "./config.ts";
import { readConfig } from "./read_config.ts";

/**
 * What bounds a reading, which is the same wherever it happens, and where a command was given and by whom.
 * An author's machine may mean anything by `HOST` or `PORT`.
 */
const OF_READING = /^(INDEX_MAX_|READ_MAX_|(INIT_CWD|HOME|XDG_CONFIG_HOME)$)/;

/**
 * Reads the configuration of this process from its environment.
 *
 * @param which `reading`: only what bounds the reading of a repository counts, everything else is unset.
 */
export function readEnvironment(
  mode: Mode,
  directories: readonly string[],
  which: "all" | "reading" = "all",
): Result<Config, ConfigProblem> {
  const read = (name: string) => which === "all" || OF_READING.test(name) ? Deno.env.get(name) : undefined;
  return readConfig(read, mode, directories, readSecret);
}

function readSecret(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}
