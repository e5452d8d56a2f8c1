/** Does `work` once all that was asked for before it under the same name has ended, well or badly. */
export type OneByOne = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

/**
 * Keeps writers of one thing from failing each other within a process. Where each commits on the condition that nobody came
 * between, as it must among processes, one of so many at a time gets through, and all others do their work again: a line costs
 * each of them its turn alone.
 */
export function createOneByOne(): OneByOne {
  const ends = new Map<string, Promise<void>>();

  return function oneByOne(name, work) {
    const before = ends.get(name);
    const run = before === undefined ? work() : before.then(work);
    const end = run.then(() => {}, () => {});
    ends.set(name, end);
    void end.then(() => ends.get(name) === end && ends.delete(name));
    return run;
  };
}
