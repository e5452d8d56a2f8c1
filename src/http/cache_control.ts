import type { Mount } from "../../contracts/ports.ts";

const DAY_MS = 86_400_000;

/**
 * How long what a mount says may be kept, in milliseconds: what remains of its ref's resolution, or a day
 * when it is pinned. Never longer: reading rules, licences and the operator's lists change answers.
 */
export function timeToLive(mount: Mount, now: number): number {
  return mount.pinned ? DAY_MS : Math.max(0, Math.floor(mount.validUntil - now));
}

/** The `cache-control` of an answer about a mount. What may not be public any more is nobody's to keep. */
export function cacheControl(mount: Mount, now: number): string {
  const { visibility, stale } = mount.repository;
  if (visibility !== "public" || stale) return "private, no-store";
  return `public, max-age=${Math.floor(timeToLive(mount, now) / 1000)}`;
}
