/** What a run of `work` gives that began after this was asked for. */
export type NextFlight<Value> = (key: string, work: () => Promise<Value>) => Promise<Value>;

interface Flight<Value> {
  readonly ended: Promise<void>;
  /** The run that begins once this one has ended, for all who asked meanwhile. */
  next: Promise<Value> | null;
}

/**
 * Does equal work one run at a time. Who asks while a run is under way shares the next, not this one: a single flight would give
 * them what may have been read before they asked. Nothing is kept of what is done.
 */
export function createNextFlight<Value>(): NextFlight<Value> {
  const flights = new Map<string, Flight<Value>>();

  function start(key: string, work: () => Promise<Value>): Promise<Value> {
    const run = work();
    const flight: Flight<Value> = { ended: run.then(() => {}, () => {}), next: null };
    flights.set(key, flight);
    // Ahead of the next run, which is asked for later than this.
    void flight.ended.then(() => flight.next === null && flights.delete(key));
    return run;
  }

  return function shareNext(key, work) {
    const flight = flights.get(key);
    if (flight === undefined) return start(key, work);
    return flight.next ??= flight.ended.then(() => start(key, work));
  };
}
