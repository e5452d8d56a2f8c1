import { basename } from "node:path";
import { failure, type Result, success } from "../../contracts/result.ts";
import { type CommandResult, failed, nearestWord } from "../cli/mod.ts";
import type { LocalConfig } from "../config/mod.ts";
import { localAddresses, operatorExcludes } from "../hosts/local/mod.ts";
import type { LocalSources } from "./build/mod.ts";
import { EXIT } from "./exit_code.ts";
import { COMMANDS } from "./commands.ts";
import type { Need } from "./program.ts";

/**
 * The repositories of this machine that are to be served, and what of them is not; none where `local` is
 * null. Fails with what ends the process: a directory that is none, or has no address of its own.
 */
export async function localSources(local: LocalConfig | null): Promise<Result<LocalSources, CommandResult>> {
  if (local === null) return success({ directories: new Map(), excludesFile: null });
  const named = localAddresses(local.directories);
  if (!named.ok) return misconfigured(named.error);
  for (const directory of named.value.values()) {
    if (!await isDirectory(directory)) {
      const near = nearestWord(basename(directory), COMMANDS);
      const meant = near === null ? "" : ` (did you mean "${near}"?)`;
      return misconfigured(
        `Cannot serve "${directory}": it is no directory, and no command${meant}; --help names the commands`,
      );
    }
  }
  const excludes = await excludesFile(local, EXIT.misconfigured);
  return excludes.ok ? success({ directories: named.value, excludesFile: excludes.value }) : excludes;
}

/** What the program needs for the repositories below `LOCAL_ROOT`. */
export function sourceNeeds(local: LocalConfig | null): Need[] {
  const root = local?.root ?? null;
  return root === null ? [] : [{ setting: "LOCAL_ROOT", directory: root, kinds: ["read", "git"] }];
}

/** The operator's own list of files that are not to be served; null without one. */
export async function excludesFile(
  local: LocalConfig | null,
  code: number,
): Promise<Result<string | null, CommandResult>> {
  if (local === null) return success(null);
  const found = await operatorExcludes(local);
  return found.ok ? found : failure(failed(code, found.error));
}

async function isDirectory(path: string): Promise<boolean> {
  return await Deno.stat(path).then((found) => found.isDirectory, () => false);
}

function misconfigured(message: string): Result<never, CommandResult> {
  return failure(failed(EXIT.misconfigured, message));
}
