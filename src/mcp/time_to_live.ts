import type { Mount } from "../../contracts/ports.ts";

const DAY_MS = 86_400_000;

/** As long as a client is told to wait before it asks an unfinished index again. */
export const INDEXING_TTL_MS = 5000;

/** How long what a mount says may be kept: what remains of its ref's resolution, or a day when pinned. */
export function timeToLive(mount: Mount, now: number): number {
  return mount.pinned ? DAY_MS : Math.max(0, Math.floor(mount.validUntil - now));
}
