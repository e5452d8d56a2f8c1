import type { Clock, Log } from "../../contracts/ambient.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { createTokenBuckets } from "../flow/mod.ts";

const MINUTE_MS = 60_000;

/**
 * Keeps the process alive when something fails that no request waits for: what one repository, connection
 * or outage brought about must not end the service of all others. The log says where, once a minute a place.
 */
export function surviveFailures(log: Log, clock: Clock): void {
  const mayTell = createTokenBuckets({ clock, capacity: 1, refillMs: MINUTE_MS });
  const tell = (event: Event, reason: unknown) => {
    event.preventDefault();
    const where = whereItFailed(reason);
    if (mayTell(where.error + where.at) === 0) log("error", "background_failed", where);
  };
  addEventListener("unhandledrejection", (event) => tell(event, event.reason));
  addEventListener("error", (event) => tell(event, event.error));
}
