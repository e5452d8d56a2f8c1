import type { Clock, Log } from "../../contracts/ambient.ts";
import { TRAFFIC_LIMITS } from "../../contracts/limits.ts";
import type { LogLevel } from "../config/mod.ts";
import { logLine } from "../http/mod.ts";

export interface ServerLogOptions {
  readonly clock: Clock;
  /** The least important lines that are written. */
  readonly level: LogLevel;
  /** For a person who watches, not for a program. */
  readonly isForPeople: boolean;
  /** stdout when left out. */
  readonly write?: (lines: string) => void;
}

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** Lines are written together: a write for each takes a fifth of the time of a request. */
const WAIT_MS = 100;

/** Of a value; what is longer is cut. Characters. */
const LONGEST_VALUE = TRAFFIC_LIMITS.logValue;

/** A log on stdout, whose values are bounded whatever they come from; what waits is written when the process ends. */
export function createServerLog(
  { clock, level: least, isForPeople, write: print = console.log }: ServerLogOptions,
): Log {
  const waiting: string[] = [];
  const write = () => {
    if (waiting.length > 0) print(waiting.splice(0).join("\n"));
  };
  addEventListener("unload", write);
  return (level, event, given = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const fields = hasLong(given) ? shortened(given) : given;
    const time = new Date(clock.now());
    const line = isForPeople
      ? logLine(time.toTimeString().slice(0, 8), level, event, fields)
      : JSON.stringify({ time: time.toISOString(), level, event, ...fields });
    if (waiting.push(line) === 1) setTimeout(write, WAIT_MS);
  };
}

type Fields = NonNullable<Parameters<Log>[2]>;

function isLong(value: Fields[string]): value is string {
  return typeof value === "string" && value.length > LONGEST_VALUE;
}

/** Asked for every line: it makes no list of the values. */
function hasLong(fields: Fields): boolean {
  for (const name in fields) {
    if (isLong(fields[name] ?? null)) return true;
  }
  return false;
}

function shortened(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map((
      [name, value],
    ) => [name, isLong(value) ? value.slice(0, LONGEST_VALUE) : value]),
  );
}
