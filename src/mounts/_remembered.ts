import { LRUCache } from "lru-cache";
import type { Clock } from "../../contracts/ports.ts";

/** An answer and until when it may be believed: milliseconds since the epoch. */
export interface Remembered<Value> {
  readonly value: Value;
  readonly until: number;
}

/** What is remembered under `key`, else what `find` finds out; equal questions at one time are asked once. */
export type Remember<Value> = (
  key: string,
  find: () => Promise<Remembered<Value>>,
) => Promise<Remembered<Value>>;

/** What an answer takes beside its key. Bytes, roughly. */
const ANSWER_BYTES = 1000;

/** A memory for answers that age, of about `maxBytes`. */
export function createMemory<Value>(clock: Clock, maxBytes: number): Remember<Value> {
  const answers = createAnswers<Remembered<Value>>(maxBytes);
  const pending = new Map<string, Promise<Remembered<Value>>>();

  return function remember(key, find) {
    const known = answers.get(key);
    if (known !== undefined && known.until > clock.now()) return Promise.resolve(known);
    const asked = pending.get(key);
    if (asked !== undefined) return asked;
    const answer = find().then((found) => {
      answers.set(key, found);
      return found;
    }).finally(() => pending.delete(key));
    pending.set(key, answer);
    return answer;
  };
}

/** Answers by text, the least used ones given up beyond about `maxBytes`. */
export function createAnswers<Answer extends object>(maxBytes: number): LRUCache<string, Answer> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: (_, key) => ANSWER_BYTES + 2 * key.length });
}
