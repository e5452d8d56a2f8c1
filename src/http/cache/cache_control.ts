import type { Mount } from "../../../contracts/mounts.ts";

const DAY_MS = 86_400_000;

/**
 * How long what a mount says may be kept, in milliseconds: what remains of its ref's resolution, or a day
 * when it is pinned and its host tells repositories apart. Never longer: reading rules, licences and the operator's lists change answers.
 */
export function timeToLive(mount: Mount, now: number): number {
  const left = Math.max(0, Math.floor(mount.validUntil - now));
  return mount.pinned && mount.mustBeProven !== true ? DAY_MS : left;
}

/** What an answer about a mount says to whoever may keep it or list it: nobody lists what is not public. */
export function cacheHeaders(mount: Mount, now: number): Readonly<Record<string, string>> {
  const kept = { "cache-control": cacheControl(mount, now) };
  return mount.repository.visibility === "public" ? kept : { ...kept, "x-robots-tag": "noindex" };
}

/**
 * The `cache-control` of an answer about a mount. What is not public is its viewer's alone; and while the
 * host cannot be asked, nobody knows whether it still is.
 */
export function cacheControl(mount: Mount, now: number): string {
  if (mount.repository.visibility !== "public" || mount.stale !== undefined) return "private, no-store";
  return `public, max-age=${Math.floor(timeToLive(mount, now) / 1000)}`;
}
