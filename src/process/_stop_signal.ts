/** The first signal to stop, from the moment of the call on. */
export interface StopSignal {
  readonly stopped: Promise<void>;
  isStopped(): boolean;
}

/** Listens for the first signal to stop. The next one ends the process at once, as if nobody listened. */
export function stopSignal(): StopSignal {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals = stopSignals();
  let isStopped = false;
  const stop = () => {
    for (const signal of signals) Deno.removeSignalListener(signal, stop);
    isStopped = true;
    resolve();
  };
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  return { stopped: promise, isStopped: () => isStopped };
}

function stopSignals(): readonly Deno.Signal[] {
  return Deno.build.os === "windows" ? ["SIGINT", "SIGBREAK"] : ["SIGINT", "SIGTERM"];
}
