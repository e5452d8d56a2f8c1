import { dirname } from "node:path";
import { failure, type Result, success } from "../../contracts/result.ts";
import { type CommandResult, failed } from "../cli/mod.ts";
import type { KvConfig } from "../config/mod.ts";
import { EXIT } from "./exit_code.ts";

/** What a command is called by: a clone's are tasks, a package has a program of its own. */
export interface Program {
  /** What a person types before the name of a command. */
  readonly typed: string;
  /** The words by which another program starts it, before the name of a command. */
  readonly started: readonly string[];
  /** What `deno run` was given; null where another program starts it, with the permissions that its settings need. */
  readonly run: Run | null;
}

interface Run {
  readonly main: string;
  readonly args: readonly string[];
}

/** The permission set of `deno.json` that the task of a command runs with. */
const SETS: Readonly<Record<string, string>> = {
  "--dev": "dev",
  stdio: "stdio",
  check: "check",
  publish: "publish",
  login: "remote",
  logout: "remote",
};

/** A flag replaces what a set says of its kind, so that those that read everything need none. */
const READS_ALL: ReadonlySet<string> = new Set(["dev", "stdio", "check", "publish"]);

/** A directory that a setting names, and what the program does with it. */
export interface Need {
  readonly setting: string;
  readonly directory: string;
  readonly kinds: readonly ("read" | "write" | "git")[];
}

/** What the program needs for its store. */
export function storeNeeds(kv: KvConfig): Need[] {
  return kv.kind === "file"
    ? [{ setting: "KV_PATH", directory: dirname(kv.path), kinds: ["read", "write"] }]
    : [];
}

/** Fails with the whole command line that would let the program do what its settings ask of it. */
export async function permitted(
  needs: readonly Need[],
  { run }: Program,
): Promise<Result<null, CommandResult>> {
  const denied: Need[] = [];
  for (const need of needs) if (!await isPermitted(need)) denied.push(need);
  if (denied.length === 0) return success(null);
  const settings = denied.map(({ setting }) => setting).join(" and ");
  const directories = denied.map(({ directory }) => directory).join(" and ");
  const wrong = `Cannot use ${settings}: the program may not use ${directories}`;
  if (run === null) return failure(failed(EXIT.misconfigured, wrong));
  const of = (kind: Need["kinds"][number]) =>
    needs.filter(({ kinds }) => kinds.includes(kind)).map(({ directory }) => directory);
  const read = READS_ALL.has(permissionSet(run.args)) ? [] : of("read");
  const flags = [
    ...(read.length > 0 ? [`--allow-read=${read.join(",")}`] : []),
    ...(of("write").length > 0 ? [`--allow-write=${of("write").join(",")}`] : []),
    ...(of("git").length > 0 ? ["--allow-run=git"] : []),
  ];
  return failure(
    failed(EXIT.misconfigured, `${wrong}. With the same environment, run\n  ${withFlags(run, flags)}`),
  );
}

async function isPermitted({ directory: path, kinds }: Need): Promise<boolean> {
  const answers = await Promise.all(
    kinds.map((kind) =>
      Deno.permissions.query(kind === "git" ? { name: "run", command: "git" } : { name: kind, path })
    ),
  );
  return answers.every(({ state }) => state === "granted");
}

/** The command line that starts the program as it was started, with flags of Deno's, which stand before the file. */
export function withFlags(
  { main, args }: Run,
  flags: readonly string[],
  set = permissionSet(args),
): string {
  return ["deno", "run", `-P=${set}`, ...flags, main, ...args].map(quoted).join(" ");
}

function permissionSet([command = "", ...rest]: readonly string[]): string {
  if (command === "stdio" && isUrl(rest[0] ?? "")) return "remote";
  return SETS[command] ?? (command === "admin" && rest.includes("--dev") ? "dev" : "start");
}

/** Whether a server elsewhere is meant, which the bridge goes to. */
export function isUrl(text: string): boolean {
  return /^https?:/i.test(text);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
