import { type CheckReport, createChecker, notReadText, reportChanges } from "../cli/mod.ts";
import type { Config } from "../config/mod.ts";
import { clock } from "./build/mod.ts";
import { checkedDirectory } from "./_checked_directory.ts";
import { excludesFile } from "./_local_sources.ts";
import { messageOf } from "./_message_of.ts";
import { EXIT } from "./exit_code.ts";

export interface WatchOptions {
  readonly config: Config;
  /** Prints a line. */
  readonly print: (line: string) => void;
  readonly stopped: Promise<void>;
}

/** An editor saves in several steps, and the host believes what it saw for a second. */
const SETTLE_MS = 1200;

/** Tells, until it is stopped, what changed in what an agent gets of a directory, as its author edits. */
export async function watch(directory: string, { config, print, stopped }: WatchOptions): Promise<void> {
  const excludes = await excludesFile(config.local, EXIT.misconfigured);
  if (!excludes.ok) return print(excludes.error.err);
  using checked = await checkedDirectory(directory, { ...config, excludesFile: excludes.value });
  const { ports, address } = checked;
  await using checker = createChecker(ports, { address, limits: config.limits });
  const changes = changesBelow(directory);
  try {
    let known: CheckReport | null = null;
    for (let isOver = false; !isOver;) {
      const found = await checker.look();
      if (!found.ok) print(`Cannot read "${directory}": ${notReadText(found.error)}`);
      else {
        const { report } = found.value;
        if (known === null) print(`Watching ${directory}: ${skillsText(report.counts.skills)}`);
        else for (const line of reportChanges(known, report)) print(line);
        known = report;
      }
      isOver = await Promise.race([changes.next().then(() => false), stopped.then(() => true)]);
      if (!isOver) await Promise.race([clock.sleep(SETTLE_MS), stopped]);
    }
  } catch (error) {
    print(`Cannot watch "${directory}" any more: ${messageOf(error)}`);
  } finally {
    changes.close();
  }
}

function skillsText(count: number): string {
  return count === 1 ? "1 skill" : `${count} skills`;
}

/** `next` resolves once something changed since it resolved last; git's own bookkeeping does not count. */
function changesBelow(directory: string): { next(): Promise<void>; close(): void } {
  const watcher = Deno.watchFs(directory);
  let waiting = Promise.withResolvers<void>();
  void (async () => {
    for await (const { kind, paths } of watcher) {
      if (kind !== "access" && paths.some((path) => !/[\\/]\.git(?:[\\/]|$)/.test(path))) waiting.resolve();
    }
  })();
  return {
    async next() {
      await waiting.promise;
      waiting = Promise.withResolvers();
    },
    close: () => watcher.close(),
  };
}
