/** Times as people and rows name them. All take milliseconds since the epoch. */

const DAY_MS = 86_400_000;

/** The day that was written last. Every call is counted by one, and it is the same all day. */
let written = { start: NaN, text: "" };

/** As in `2030-01-31`: what calls are counted by, and how a day is shown. */
export function utcDay(time: number): string {
  const start = Math.floor(time / DAY_MS);
  if (written.start !== start) written = { start, text: new Date(time).toISOString().slice(0, 10) };
  return written.text;
}

/** As in `2030-01-31 09:05 UTC`. */
export function utcMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** When the next day begins. */
export function nextUtcMidnight(time: number): number {
  return (Math.floor(time / DAY_MS) + 1) * DAY_MS;
}
