/** What an attempt gives that found the row changed since it had read it. */
export const CHANGED = Symbol("changed");

/**
 * Renewals of a holder, removals of contents and repairs may each come between a look and its commit, and of many writers one
 * alone gets through at a time.
 */
const MOST_ATTEMPTS = 100;

/**
 * What `attempt` gives, which reads a row and commits on the condition that it is as it was read. Where it
 * is not, everything is read again.
 *
 * @param what Completes "Cannot".
 */
export async function compareAndSet<Value>(
  what: string,
  attempt: () => Promise<Value | typeof CHANGED>,
): Promise<Value> {
  for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts++) {
    const value = await attempt();
    if (value !== CHANGED) return value;
  }
  throw new Error(`Cannot ${what}: it changed at every try`);
}
