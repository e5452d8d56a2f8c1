import { LRUCache } from "lru-cache";
import { STORE_OUTAGE_SECONDS } from "../../contracts/limits.ts";
import { StoreUnavailable } from "../../contracts/errors.ts";
import type { Clock } from "../../contracts/ambient.ts";

/** An answer, when it was asked for, and until when it may be believed: milliseconds since the epoch. */
export interface Remembered<Value> {
  readonly value: Value;
  readonly asked: number;
  readonly until: number;
}

export interface TtlCache<Value> {
  /** What is remembered under `key`, however old. */
  peek(key: string): Remembered<Value> | undefined;
  /** Whether `remember` would answer without a question of its own. */
  has(key: string, since: number): boolean;
  /**
   * What is remembered under `key` and was asked for after `since`, else what `find` finds out now; equal
   * questions at one time are asked once. `find` is told when it is asked: behind `since`, whatever the
   * clock says, because another process's clock may be ahead.
   */
  remember(
    key: string,
    since: number,
    find: (asked: number) => Promise<Remembered<Value>>,
  ): Promise<Remembered<Value>>;
}

interface Question<Value> {
  readonly asked: number;
  readonly answer: Promise<Remembered<Value>>;
}

/** How long an answer is given again, though its time is over, while the store cannot be asked. */
const OUTAGE_MS = STORE_OUTAGE_SECONDS * 1000;

/** What an answer takes beside its key. Bytes, roughly. */
const ANSWER_BYTES = 1000;

/** A memory for answers that age, of about `maxBytes`. */
export function createTtlCache<Value>(clock: Clock, maxBytes: number): TtlCache<Value> {
  const answers = createBoundedMap<Remembered<Value>>(maxBytes);
  const pending = new Map<string, Question<Value>>();

  /** An answer that holds, or a question that will have one. */
  function current(key: string, since: number): Promise<Remembered<Value>> | null {
    const known = answers.get(key);
    if (known !== undefined && known.until > clock.now() && known.asked > since) {
      return Promise.resolve(known);
    }
    const open = pending.get(key);
    return open !== undefined && open.asked > since ? open.answer : null;
  }

  /** Nothing became known that ends it, and it is not too old for what may have become known unheard. */
  function standsIn({ asked }: Remembered<Value>, since: number): boolean {
    return asked > since && clock.now() - asked < OUTAGE_MS;
  }

  return {
    peek: (key) => answers.peek(key),
    has: (key, since) => current(key, since) !== null,
    remember(key, since, find) {
      const held = current(key, since);
      if (held !== null) return held;
      const known = answers.peek(key);
      const asked = Math.max(clock.now(), since + 1);
      const answer = find(asked).then((found) => {
        // One that was asked later may have been answered sooner.
        const kept = answers.peek(key);
        const isOvertaken = kept !== undefined && kept.asked > found.asked && kept.until > clock.now();
        if (!isOvertaken) answers.set(key, found);
        return found;
      }).catch((error) => {
        if (error instanceof StoreUnavailable && known !== undefined && standsIn(known, since)) return known;
        throw error;
      }).finally(() => {
        if (pending.get(key)?.answer === answer) pending.delete(key);
      });
      pending.set(key, { asked, answer });
      return answer;
    },
  };
}

/** Answers by text, the least used ones given up beyond about `maxBytes`. */
export function createBoundedMap<Answer extends object>(maxBytes: number): LRUCache<string, Answer> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: (_, key) => ANSWER_BYTES + 2 * key.length });
}
