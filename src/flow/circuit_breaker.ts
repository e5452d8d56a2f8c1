import type { Timer } from "./with_timeout.ts";

export interface CircuitBreakerOptions {
  readonly timer: Timer;
  /** Operations that run at once; others wait for their turn. */
  readonly width: number;
  /** Operations that wait at once; others are refused. */
  readonly mostWaiting: number;
  /** An operation is given up after so long, and all of them once none has ended for so long. */
  readonly patienceMs: number;
  /** A small operation that ends well once things work again. */
  readonly probe: () => Promise<unknown>;
  /** What an operation fails with that was given up or not begun. */
  readonly refusal: () => Error;
  /** Told when nothing is begun any more, and when everything is again. */
  readonly onChange: (isOpen: boolean) => void;
}

/** Operations on something that may stop answering, such as a server on the network. */
export interface CircuitBreaker {
  run<Value>(operation: () => Promise<Value>): Promise<Value>;
  /** Ends the watch over what runs; nothing is given up any more. */
  close(): void;
}

/** An operation whose end somebody waits for. */
interface Asked {
  /** In ticks. */
  age: number;
  begin(): void;
  fail(error: Error): void;
}

/** Patience is counted in ticks and not in time: in a process that was busy or asleep nothing could end. */
const TICKS = 12;

/** After so many ticks without an end, nothing more is begun until one ends: what hangs cannot be taken back. */
const HOLDING_TICKS = 2;

/**
 * Runs operations and notices when they stop ending: who waits is told within `patienceMs`, who comes later at
 * once, and one operation at a time tries whether it works again.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { timer, width, mostWaiting, patienceMs, probe, refusal, onChange } = options;
  const closing = new AbortController();
  const asked = new Set<Asked>();
  const waiting = new Set<Asked>();
  let running = 0;
  /** Ticks since an operation ended. */
  let quiet = 0;
  let isOpen = false;
  let isWatching = false;

  function run<Value>(operation: () => Promise<Value>): Promise<Value> {
    if (isOpen || waiting.size >= mostWaiting) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const one: Asked = {
        age: 0,
        fail: reject,
        begin: () => {
          begin(operation).then(resolve, reject).finally(() => asked.delete(one));
        },
      };
      asked.add(one);
      if (running < width && quiet < HOLDING_TICKS) one.begin();
      else waiting.add(one);
      void watch();
    });
  }

  async function begin<Value>(operation: () => Promise<Value>): Promise<Value> {
    if (running++ === 0) quiet = 0;
    try {
      const value = await operation();
      if (isOpen) change(false);
      return value;
    } finally {
      running--;
      quiet = 0;
      beginWaiting();
    }
  }

  function beginWaiting(): void {
    for (const one of waiting) {
      if (running >= width) return;
      waiting.delete(one);
      one.begin();
    }
  }

  async function watch(): Promise<void> {
    if (isWatching) return;
    isWatching = true;
    while ((asked.size > 0 || isOpen) && !closing.signal.aborted) {
      await timer.sleep(patienceMs / TICKS, closing.signal);
      if (isOpen) {
        if (running === 0) begin(probe).catch(() => {});
        continue;
      }
      quiet++;
      const isStuck = quiet >= TICKS && running > 0;
      for (const one of asked) if (++one.age >= TICKS || isStuck) giveUp(one);
      if (isStuck) change(true);
    }
    isWatching = false;
  }

  function giveUp(one: Asked): void {
    asked.delete(one);
    waiting.delete(one);
    one.fail(refusal());
  }

  function change(nowOpen: boolean): void {
    isOpen = nowOpen;
    onChange(nowOpen);
  }

  return { run, close: () => closing.abort() };
}
