/** A place in a host's or store's work at which it stands until the test lets it go on. */
export interface Gate {
  /** Resolves once somebody stands here. */
  readonly reached: Promise<void>;
  hold(): Promise<void>;
  open(): void;
}

export function gate(): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    hold() {
      reached.resolve();
      return opened.promise;
    },
    open: () => opened.resolve(),
  };
}

/** Looks until `look` finds something. The looking itself lets what it waits for go on. */
export async function eventually<Value>(look: () => Promise<Value | null | false>): Promise<Value> {
  for (let looks = 0; looks < 10_000; looks++) {
    const found = await look();
    if (found !== null && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  throw new Error("Cannot find what the test waits for: it never came");
}
