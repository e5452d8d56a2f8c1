import { dirname } from "node:path";
import type { EditionOrders, EditionReport } from "./_edition_process.ts";
import type { Orders, Report } from "./_indexer.ts";
import type { LibraryOrders, LibraryReport } from "./_library_process.ts";

const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** A process of its own that stands still where it is told to. */
export interface Child<Said = Report> {
  /** Lets it start, or go on where it stands still. */
  go(): Promise<void>;
  /** Resolves when it stands still where it was ordered to, or with its report when it came to its end. */
  stop(): Promise<"halted" | Said>;
  /** Ends it the hard way. */
  kill(): Promise<void>;
  /** Resolves when it has come to its end, whatever that was. */
  end(): Promise<void>;
}

/**
 * Starts a process that indexes; it has everything open and waits for `go`.
 *
 * @param fileKib No file of it may grow beyond so many KiB, as on a disk that is full.
 */
export function startChild(
  orders: Partial<Orders> & Pick<Orders, "kv" | "repository">,
  fileKib?: number,
): Promise<Child> {
  const told: Orders = { haltAt: 0, halfway: false, ahead: 0, patience: 2 ** 30, ...orders };
  return start<Report>("_indexer.ts", told, fileKib);
}

/** Starts a process that makes an edition of the catalog. */
export function startEdition(orders: EditionOrders): Promise<Child<EditionReport>> {
  return start<EditionReport>("_edition_process.ts", orders);
}

/** Starts a process of the whole server that does one thing. */
export function startLibrary(orders: LibraryOrders): Promise<Child<LibraryReport>> {
  return start<LibraryReport>("_library_process.ts", orders);
}

async function start<Said>(
  program: string,
  orders: { readonly kv: string },
  fileKib?: number,
): Promise<Child<Said>> {
  const limited = fileKib === undefined
    ? null
    // Without the trap the system would end the process at once. A block of `ulimit` is 512 bytes.
    : ["-c", `trap "" XFSZ; ulimit -f ${2 * fileKib}; exec "$@"`, "sh", "deno"];
  const process = new Deno.Command(limited === null ? "deno" : "sh", {
    args: [
      ...limited ?? [],
      "run",
      "--no-prompt",
      `--config=${CONFIG}`,
      "--allow-read",
      "--allow-net=127.0.0.1",
      ...(orders.kv.startsWith("http:") ? [] : [`--allow-write=${dirname(orders.kv)}`]),
      "--allow-run=git",
      "--allow-env=DENO_KV_ACCESS_TOKEN",
      "--ignore-env=LOG_TOKENS,LOG_STREAM",
      new URL(program, import.meta.url).href,
      JSON.stringify(orders),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: limited === null ? "inherit" : "null",
  }).spawn();
  const input = process.stdin.getWriter();
  const lines = process.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(lineStream()).getReader();

  async function line(): Promise<string> {
    const { value } = await lines.read();
    if (value === undefined) throw new Error("Cannot hear the process: it ended without a word");
    return value;
  }

  /** Everything of it is gone, whatever `deno` on this machine is wrapped in. */
  async function ended(): Promise<void> {
    await input.close().catch(() => {});
    while (!(await lines.read()).done);
    await process.status;
  }

  const first = await line();
  if (first !== "ready to start") throw new Error(`Cannot start the process: it said "${first}"`);
  return {
    go: () => input.write(new Uint8Array(1)),
    async stop() {
      const said = await line();
      if (said === "halted") return said;
      await ended();
      return JSON.parse(said) as Said;
    },
    async kill() {
      try {
        process.kill("SIGKILL");
      } catch {
        // It has ended before.
      }
      await ended();
    },
    end: ended,
  };
}

/** Starts the process and lets it run to where it stops. */
export async function runChild(
  orders: Partial<Orders> & Pick<Orders, "kv" | "repository">,
): Promise<{ readonly child: Child; readonly stopped: "halted" | Report }> {
  const child = await startChild(orders);
  await child.go();
  return { child, stopped: await child.stop() };
}

function lineStream(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(text, controller) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) controller.enqueue(line);
    },
  });
}
