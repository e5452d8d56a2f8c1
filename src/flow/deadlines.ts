/** Something that must not take for ever. */
export interface Deadline {
  /** Milliseconds since the epoch; it may be put off, and Infinity is never. */
  until: number;
  /** Called once it has passed. */
  readonly late: () => void;
}

export interface Deadlines {
  add(deadline: Deadline): void;
  delete(deadline: Deadline): void;
}

/** All are looked at together: a timer for each would cost more than what it watches. */
const LOOK_MS = 1000;

/** Watches deadlines while there are any. One that has passed is watched no longer. */
export function createDeadlines(
  clock: { now(): number; sleep(ms: number): Promise<void> },
): Deadlines {
  const open = new Set<Deadline>();
  let isWatched = false;

  async function watch(): Promise<void> {
    isWatched = true;
    while (open.size > 0) {
      await clock.sleep(LOOK_MS);
      for (const deadline of open) {
        if (deadline.until > clock.now()) continue;
        open.delete(deadline);
        deadline.late();
      }
    }
    isWatched = false;
  }

  return {
    add(deadline) {
      open.add(deadline);
      if (!isWatched) void watch();
    },
    delete: (deadline) => void open.delete(deadline),
  };
}
