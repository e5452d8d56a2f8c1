import type { Result } from "../../contracts/result.ts";
import type { Config, ConfigProblem, Mode } from "./config.ts";
import { readConfig } from "./read_config.ts";

/** An author's machine may mean anything by `HOST` or `PORT`: programs that serve no network do not look. */
const COUNTS = {
  all: /^/,
  /** What bounds a reading, which is the same wherever it happens, and where a command was given and by whom. */
  reading: /^(INDEX_MAX_|READ_MAX_|(INIT_CWD|HOME|XDG_CONFIG_HOME)$)/,
  /** That, how it is done, and where what was read is kept. */
  directory:
    /^(INDEX_|READ_MAX_|(CACHE_MAX_BYTES|STORE_MAX_BYTES|SNAPSHOT_KEEP_DAYS|KV_PATH|LOCAL_VERIFIED|LOG_LEVEL|INIT_CWD|HOME|XDG_CONFIG_HOME)$)/,
} as const;

/**
 * Reads the configuration of this process from its environment.
 *
 * @param which What counts; everything else is unset.
 */
export function readEnvironment(
  mode: Mode,
  directories: readonly string[],
  which: keyof typeof COUNTS = "all",
): Result<Config, ConfigProblem> {
  const read = (name: string) => COUNTS[which].test(name) ? Deno.env.get(name) : undefined;
  return readConfig(read, mode, directories, readSecret);
}

function readSecret(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}
