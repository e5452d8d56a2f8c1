/** Times as people and rows name them. All take milliseconds since the epoch. */

const DAY_MS = 86_400_000;

/** As in `2030-01-31`: what calls are counted by, and how a day is shown. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** As in `2030-01-31 09:05 UTC`. */
export function utcMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** When the next day begins. */
export function nextUtcMidnight(time: number): number {
  return (Math.floor(time / DAY_MS) + 1) * DAY_MS;
}
