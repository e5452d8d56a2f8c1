import type { GitHost, HostFailure } from "../../contracts/ports.ts";

/** That something is not there, or that a host does not answer, is believed for at most so long. */
const BRIEFLY_MS = 10_000;

/** Until when an answer to a question asked at `asked` may be believed. Milliseconds since the epoch. */
export function lifetimeEnd(asked: number, lifetimeSeconds: number, isSuccess: boolean): number {
  const lifetime = lifetimeSeconds * 1000;
  return asked + (isSuccess ? lifetime : Math.min(lifetime, BRIEFLY_MS));
}

/** Whether what was answered at `answered` may be served at `now`, after the host failed to answer anew. */
export function mayServeStale(host: GitHost, error: HostFailure, answered: number, now: number): boolean {
  if (error.reason !== "unavailable" && error.reason !== "rate_limited") return false;
  return now - answered <= (host.lifetimes.stale ?? 0) * 1000;
}
