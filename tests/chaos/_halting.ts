/** A process that can be told to stand still at a given step, so that whoever started it can kill it or let it go on. */
import type { StoreDeps } from "../../src/store/mod.ts";

export interface HaltOrders {
  /** The step, from 1, at which it stands still; 0: at none. */
  readonly haltAt: number;
  /** Whether the step has begun when it stands still. */
  readonly halfway: boolean;
}

export type Step = <Value>(begin: () => Value) => Value;

/** Counts steps; the one that was ordered does not go on by itself. Nothing here depends on time. */
export function haltingAt({ haltAt, halfway }: HaltOrders): {
  readonly step: Step;
  readonly steps: () => number;
} {
  let steps = 0;
  return {
    steps: () => steps,
    step(begin) {
      if (++steps !== haltAt) return begin();
      if (!halfway) standStill("halted");
      const begun = begin();
      if (halfway) standStill("halted");
      return begun;
    },
  };
}

/** Stops the whole process, timers too, until a byte comes; it dies with whoever would send one. */
export function standStill(where: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${where}\n`));
  if (Deno.stdin.readSync(new Uint8Array(1)) === null) Deno.exit(137);
}

/** The same KV, each of whose requests is a step. */
export function stepping(kv: Deno.Kv, step: Step): StoreDeps["kv"] {
  return {
    get: (...asked: Parameters<Deno.Kv["get"]>) => step(() => kv.get(...asked)),
    getMany: (...asked: Parameters<Deno.Kv["getMany"]>) => step(() => kv.getMany(...asked)),
    list: (...asked: Parameters<Deno.Kv["list"]>) => step(() => kv.list(...asked)),
    atomic() {
      const operation = kv.atomic();
      const commit = operation.commit.bind(operation);
      operation.commit = () => step(commit);
      return operation;
    },
  } as StoreDeps["kv"];
}
