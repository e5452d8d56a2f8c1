import type { NewId } from "../../contracts/ambient.ts";

/** The caller's own id when it is harmless to log and echo, else a fresh one. */
export function requestId(given: string | null, newId: NewId): string {
  return given !== null && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : newId();
}
