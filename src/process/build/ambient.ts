import { setTimeout as delay } from "node:timers/promises";
import type { Clock, Log, NewId } from "../../../contracts/ambient.ts";

export const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
};

export const newId: NewId = () => crypto.randomUUID();

/** What a command has to tell beside its answer: nothing but what went wrong. */
export const logErrors: Log = (level, event, fields) => {
  if (level === "error") console.error(JSON.stringify({ event, ...fields }));
};

export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}
