/** Resolves with the first signal to stop. The next one ends the process at once, as if nobody listened. */
export function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals = stopSignals();
  const stop = () => {
    for (const signal of signals) Deno.removeSignalListener(signal, stop);
    resolve();
  };
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  return promise;
}

function stopSignals(): readonly Deno.Signal[] {
  return Deno.build.os === "windows" ? ["SIGINT", "SIGBREAK"] : ["SIGINT", "SIGTERM"];
}
