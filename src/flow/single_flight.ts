/** What `work` gives; who asks for the same key while it runs shares it, failure and all. */
export type SingleFlight<Value> = (key: string, work: () => Promise<Value>) => Promise<Value>;

/** Does equal work at one time once. Nothing is kept of what is done. */
export function createSingleFlight<Value>(): SingleFlight<Value> {
  const running = new Map<string, Promise<Value>>();
  return function share(key, work) {
    const known = running.get(key);
    if (known !== undefined) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
