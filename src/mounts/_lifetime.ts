import type { GitHost, HostFailure } from "../../contracts/git_host.ts";

/** That something is not there, or that a host does not answer, is believed for at most so long. */
const BRIEFLY_MS = 10_000;

/** A host that says how long it wants to be left alone is, for at most so long. */
const LEFT_ALONE_MS = 300_000;

/** Until when an answer to a question asked at `asked` may be believed. Milliseconds since the epoch. */
export function lifetimeEnd(asked: number, lifetimeSeconds: number): number {
  return asked + lifetimeSeconds * 1000;
}

/** The same of a failure. */
export function failureEnd(asked: number, lifetimeSeconds: number, error: HostFailure): number {
  const brief = Math.min(lifetimeSeconds * 1000, BRIEFLY_MS);
  const alone = error.reason === "rate_limited" ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return asked + Math.max(brief, Math.min(alone, LEFT_ALONE_MS));
}

/** Whether what was answered at `answered` is young enough to be served at `now` by a host that cannot be asked. */
export function standsIn(host: GitHost, answered: number, now: number): boolean {
  return now - answered <= (host.lifetimes.stale ?? 0) * 1000;
}

/** Whether the host could not be asked, rather than said something. */
export function isTrouble({ reason }: HostFailure): boolean {
  return reason === "unavailable" || reason === "rate_limited";
}
