import { failure, type Result, success } from "../../contracts/result.ts";
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
  /** Where a command was given, and what it keeps where. */
  remote: /^(KV_PATH|LOG_LEVEL|INIT_CWD)$/,
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

/** What this program shows to a server elsewhere in place of a sign-in; null: nothing. */
export function readKey(): Result<string | null, ConfigProblem> {
  const key = Deno.env.get("SKILLMOUNT_KEY") || null;
  if (key === null || /^[\x21-\x7e]{1,512}$/.test(key)) return success(key);
  return failure({ variable: "SKILLMOUNT_KEY", rule: "a key of the server that is asked" });
}

/** By what a build system gives a job its identity; null: this is no job that may have one. */
export function readJob(): { readonly url: string; readonly token: string } | null {
  const url = Deno.env.get("ACTIONS_ID_TOKEN_REQUEST_URL") || null;
  const token = Deno.env.get("ACTIONS_ID_TOKEN_REQUEST_TOKEN") || null;
  return url === null || token === null || !URL.canParse(url) ? null : { url, token };
}

function readSecret(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}
