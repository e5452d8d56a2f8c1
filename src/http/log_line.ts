import type { Log } from "../../contracts/ambient.ts";

type Fields = Parameters<Log>[2];

/**
 * A log line for a person at a terminal, such as `12:00:01 POST 200 12 ms /local/acme/library`; everything
 * but a request is its event and its fields.
 *
 * @param time Of the day, as it is shown.
 */
export function logLine(time: string, level: string, event: string, fields: Fields = {}): string {
  const shown = event === "request" ? requestLine(fields) : [event, ...Object.entries(fields).map(pair)];
  return [time, ...(level === "info" || level === "debug" ? [] : [level.toUpperCase()]), ...shown].join(" ");
}

function requestLine({ method, status, ms, route, path }: NonNullable<Fields>): readonly string[] {
  return [String(method), String(status), `${ms} ms`, String(path ?? route)];
}

function pair([name, value]: readonly [string, string | number | boolean | null]): string {
  return `${name}=${value}`;
}
