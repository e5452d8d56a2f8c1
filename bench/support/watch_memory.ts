/** Looks at the process's resident memory all the time; gives the most it was. Bytes. */
export function watchMemory(): { stop(): Promise<number> } {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, Deno.memoryUsage().rss);
  };
  const timer = setInterval(look, 2);
  return {
    async stop() {
      clearInterval(timer);
      look();
      return Math.max(peak, await highWaterMark());
    },
  };
}

/** What Linux itself noted; 0 elsewhere. */
async function highWaterMark(): Promise<number> {
  const status = await Deno.readTextFile("/proc/self/status").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
