import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DEFAULT_READING_LIMITS, type ReadingLimits } from "../../contracts/limits.ts";
import type { CommandResult } from "../../src/cli/mod.ts";
import { type CheckReport, type CheckRequest, runCheck } from "../../src/cli/mod.ts";
import { createGitRunner, createLocalHost } from "../../src/hosts/local/mod.ts";
import { createSearchIndex } from "../../src/search/mod.ts";
import { openStore } from "../../src/store/mod.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A directory `acme/library` with these files, gone when it is disposed of. */
export interface Checkable extends AsyncDisposable {
  check(options?: Partial<CheckRequest>): Promise<CommandResult>;
  report(options?: Partial<CheckRequest>): Promise<CheckReport>;
}

export async function checkable(files: Files): Promise<Checkable> {
  const root = await Deno.makeTempDir({ prefix: "skillmount-check-" });
  const directory = `${root}/acme/library`;
  await Deno.mkdir(directory, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    const file = `${directory}/${path}`;
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeFile(file, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  const self: Checkable = {
    check: (options = {}) => check(directory, options),
    async report(options = {}) {
      return JSON.parse((await self.check({ ...options, format: "json" })).out);
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
  return self;
}

/** The report on these files. */
export async function reportOn(files: Files, limits: Partial<ReadingLimits> = {}): Promise<CheckReport> {
  await using made = await checkable(files);
  return await made.report({ limits: { ...DEFAULT_READING_LIMITS, ...limits } });
}

async function check(directory: string, options: Partial<CheckRequest>): Promise<CommandResult> {
  using kv = await Deno.openKv(":memory:");
  const search = createSearchIndex();
  const ambient = {
    clock: {
      now: () => Date.now(),
      sleep: (ms: number, signal?: AbortSignal) =>
        delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
    },
    newId: () => crypto.randomUUID(),
    log: () => {},
  };
  const store = openStore({ kv, ...ambient, openIndex: search.open, cacheBytes: 64 * 1024 * 1024 });
  const host = createLocalHost({
    directories: new Map([["acme/library", directory]]),
    root: null,
    verified: false,
    git: createGitRunner(ambient),
    clock: ambient.clock,
  });
  return await runCheck({ ...store, ...ambient, host, search, random: Math.random }, {
    directory: "library",
    format: "text",
    all: false,
    strict: false,
    address: "/local/acme/library",
    limits: DEFAULT_READING_LIMITS,
    prefix: "",
    colour: false,
    progress: null,
    ...options,
  });
}
