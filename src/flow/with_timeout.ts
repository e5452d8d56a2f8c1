/** Something that waits. */
export interface Timer {
  /** Resolves after `ms`, or as soon as `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * What the work gives, or what `late` gives where `ms` pass before, or `signal` aborts. The work goes on
 * then, unless `late` ends it.
 */
export async function withTimeout<Value, Late>(
  timer: Timer,
  ms: number,
  work: Promise<Value>,
  late: () => Late,
  signal?: AbortSignal,
): Promise<Value | Late> {
  const done = new AbortController();
  const stop = signal === undefined ? done.signal : AbortSignal.any([done.signal, signal]);
  const isOver = Symbol();
  try {
    const first = await Promise.race([work, timer.sleep(ms, stop).then((): typeof isOver => isOver)]);
    return first === isOver ? late() : first;
  } finally {
    done.abort();
  }
}
