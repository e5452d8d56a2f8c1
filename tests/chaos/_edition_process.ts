/** A process that makes the catalog's edition that is due, once, and says how it went. Its clock is ahead. */
import { catalogOn } from "../support/library/catalog.ts";
import { libraryOn } from "../support/library/library.ts";
import { haltingAt, type HaltOrders, standStill, stepping } from "./_halting.ts";
import { shiftedClock } from "./_shifted_clock.ts";

/** What the process is told, as JSON in its only argument. */
export interface EditionOrders extends HaltOrders {
  readonly kv: string;
  /** Milliseconds. */
  readonly ahead: number;
}

/** What it says in the end, as one line of JSON. */
export interface EditionReport {
  /** False: another process was at it. */
  readonly made: boolean;
  readonly steps: number;
}

if (import.meta.main) await main(JSON.parse(Deno.args[0] ?? "") as EditionOrders);

async function main(orders: EditionOrders): Promise<void> {
  const { step, steps } = haltingAt(orders);
  using kv = await Deno.openKv(orders.kv);
  const clock = shiftedClock(orders.ahead);
  const { store } = libraryOn(stepping(kv, step), { clock });
  const { editions } = catalogOn(store, clock);
  standStill("ready to start");
  const made = await editions.runDue();
  console.log(JSON.stringify({ made, steps: steps() } satisfies EditionReport));
}
