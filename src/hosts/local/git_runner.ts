import type { Clock } from "../../../contracts/ambient.ts";

/** One call of `git`, always on an explicit repository. */
export interface GitCommand {
  /** The repository's git directory, absolute. */
  readonly gitDir: string;
  /** Absolute; only for what looks at a working tree. */
  readonly workTree?: string;
  /** A command and its arguments, such as `["ls-tree", "-z", hash]`. */
  readonly args: readonly string[];
  /** Standard input. */
  readonly input?: string;
  readonly signal?: AbortSignal;
}

/** A started `git`. */
export interface GitProcess {
  /** Standard output, to be read to its end; leaving it earlier kills the process. */
  readonly output: AsyncIterable<Uint8Array>;
  /** The exit code, or that it was killed: silent for too long, aborted or left. */
  readonly end: Promise<number | "killed">;
}

/** Starts `git`; null when this machine has none. */
export type GitRunner = (command: GitCommand) => GitProcess | null;

export interface GitRunnerOptions {
  readonly clock: Clock;
  /** A process that writes nothing for so long is killed. Milliseconds. */
  readonly timeoutMs?: number;
  /** The operator's own list of ignored files, in force beside a repository's; absolute. */
  readonly excludesFile?: string;
  /** Where `git` is looked for, as `PATH` is written; the server's own when left out. */
  readonly searchPath?: string;
}

/**
 * The whole environment of every call: nothing of the server's own, no configuration but the
 * repository's, and each variable shuts something that a hostile repository could use.
 */
const ENVIRONMENT = {
  LC_ALL: "C",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  // Objects are what their hashes say: no replacements, no grafted parents.
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
  // A partial clone fetches what it lacks from where its configuration says, by the program it names.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  // Reading never rewrites the index.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_LITERAL_PATHSPECS: "1",
} as const;

/** Settings of the command line, which win over those of the repository and of all that it includes. */
const SETTINGS = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "core.untrackedCache=false",
  // May claim parents that the commits do not have.
  "core.commitGraph=false",
  "protocol.allow=never",
  "safe.bareRepository=explicit",
];

const TIMEOUT_MS = 30_000;

/**
 * Runs `git` as against an enemy (docs/design/git-hosts.md "The local host"): a repository's own
 * configuration can name programs, so each call clears the environment and fixes whatever could start one.
 * Naming the git directory also keeps git from looking for a repository itself, and with it from the
 * ownership check that would refuse a directory which the operator named although another user owns it.
 */
export function createGitRunner(options: GitRunnerOptions): GitRunner {
  const { clock, timeoutMs = TIMEOUT_MS, excludesFile = "/dev/null", searchPath } = options;
  const settings = [...SETTINGS, `core.excludesFile=${excludesFile}`].flatMap((setting) => ["-c", setting]);

  return ({ gitDir, workTree, args, input, signal }) => {
    const child = spawnGit({
      args: [
        "--no-pager",
        ...settings,
        `--git-dir=${gitDir}`,
        ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
        ...args,
      ],
      // Never inside the working tree: git would list only what lies below.
      cwd: "/",
      clearEnv: true,
      env: searchPath === undefined ? ENVIRONMENT : { ...ENVIRONMENT, PATH: searchPath },
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "null",
    });
    if (child === null) return null;

    let state: "running" | "killed" | "ended" = "running";
    const stop = () => {
      if (state !== "running") return;
      state = "killed";
      kill(child);
    };
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    const end = child.status.then(({ code }): number | "killed" => {
      signal?.removeEventListener("abort", stop);
      if (state === "killed") return "killed";
      state = "ended";
      return code;
    });
    if (input !== undefined) void write(child.stdin, input);
    return { output: chunks(child.stdout, (silence) => clock.sleep(timeoutMs, silence), stop), end };
  };
}

/** Null when this machine has no `git`. */
export function spawnGit(options: Deno.CommandOptions): Deno.ChildProcess | null {
  try {
    return new Deno.Command("git", options).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It ended in this moment.
  }
}

async function write(stdin: WritableStream<Uint8Array<ArrayBuffer>>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // The process read no more; how it ended says why.
  }
}

/** `patience` resolves when the process has been silent for too long, or its signal aborts. */
async function* chunks(
  stdout: ReadableStream<Uint8Array>,
  patience: (heard: AbortSignal) => Promise<void>,
  stop: () => void,
): AsyncGenerator<Uint8Array> {
  const reader = stdout.getReader();
  let ended = false;
  try {
    while (true) {
      const heard = new AbortController();
      void patience(heard.signal).then(() => {
        if (!heard.signal.aborted) stop();
      });
      const { value, done } = await reader.read();
      heard.abort();
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!ended) stop();
    await reader.cancel();
  }
}
