/** A process of the whole server that does one thing for accounts, once, and says how it went. Its clock is ahead. */
import { configuredProcess } from "../process/configured_process.ts";
import { haltingAt, type HaltOrders, standStill, stepping } from "./_halting.ts";
import { shiftedClock } from "./_shifted_clock.ts";

/** What the process is told, as JSON in its only argument. */
export interface LibraryOrders extends HaltOrders {
  readonly kv: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly ahead: number;
  readonly work:
    /** What the clock does for accounts. */
    | { readonly kind: "sync" | "editions" | "stats" }
    /** `POST /library`. */
    | { readonly kind: "publish"; readonly key: string; readonly files: Readonly<Record<string, string>> };
}

/** What it says in the end, as one line of JSON. */
export interface LibraryReport {
  /** Of the clock: how much was done; of a request: its status. */
  readonly outcome: number;
  readonly steps: number;
}

if (import.meta.main) {
  await main(JSON.parse(Deno.args[0] ?? "") as LibraryOrders);
  // Deadlines of what is over would keep it for minutes.
  Deno.exit(0);
}

async function main(orders: LibraryOrders): Promise<void> {
  const { step, steps } = haltingAt(orders);
  using kv = await Deno.openKv(orders.kv);
  const clock = shiftedClock(orders.ahead);
  await using process = await configuredProcess(orders.environment, { kv: stepping(kv, step), clock });
  standStill("ready to start");
  const outcome = await done(process, orders.work);
  console.log(JSON.stringify({ outcome, steps: steps() } satisfies LibraryReport));
}

async function done(
  process: Awaited<ReturnType<typeof configuredProcess>>,
  work: LibraryOrders["work"],
): Promise<number> {
  switch (work.kind) {
    case "sync":
      return await process.syncDue();
    case "editions":
      return Number(await process.makeEditions());
    case "stats":
      return await process.stats.runDue();
    case "publish": {
      const body = new FormData();
      for (const [path, text] of Object.entries(work.files)) body.append("files", new File([text], path));
      const authorization = `Bearer ${work.key}`;
      const answer = await process.fetch("/api/v1/library", {
        method: "POST",
        headers: { authorization },
        body,
      });
      await answer.body?.cancel();
      return answer.status;
    }
  }
}
