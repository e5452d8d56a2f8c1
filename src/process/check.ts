import { isAbsolute, relative } from "node:path";
import { checkArguments, type CommandResult, failed, runCheck } from "../cli/mod.ts";
import { checkedDirectory } from "./_checked_directory.ts";
import { excludesFile } from "./_local_sources.ts";
import { messageOf } from "./_message_of.ts";
import { readingSettings } from "./_settings.ts";
import { EXIT } from "./exit_code.ts";

/** Serves one directory to itself, as a public address would be served, and says what it holds. */
export async function check(args: readonly string[], program: string): Promise<CommandResult> {
  // An unhandled exception would end the process with 1, which means findings.
  return await checkDirectory(args, program).catch((error) => failed(EXIT.notRead, messageOf(error)));
}

async function checkDirectory(args: readonly string[], program: string): Promise<CommandResult> {
  const parsed = checkArguments(args, program);
  if (!parsed.ok) return parsed.error;
  const settings = readingSettings(parsed.value.directory);
  if (!settings.ok) return settings.error;
  const { limits, cacheBytes, local } = settings.value;
  const [directory = ""] = local?.directories ?? [];
  const excludes = await excludesFile(local, EXIT.notRead);
  if (!excludes.ok) return excludes.error;
  using checked = await checkedDirectory(directory, { limits, cacheBytes, excludesFile: excludes.value });
  return await runCheck(checked.ports, {
    ...parsed.value,
    address: checked.address,
    limits,
    prefix: pathBelow(local?.calledFrom ?? ".", directory),
    colour: Deno.stdout.isTerminal() && !Deno.noColor,
    progress: Deno.stderr.isTerminal() ? showProgress : null,
  });
}

/** Leads from one directory to another below it, as the start of a path. */
function pathBelow(from: string, directory: string): string {
  const path = relative(from, directory);
  return path === "" || path.startsWith("..") || isAbsolute(path) ? "" : `${path.replaceAll("\\", "/")}/`;
}

function showProgress(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`\r\x1b[K${text}`));
}
