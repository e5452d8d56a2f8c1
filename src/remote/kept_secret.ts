import { dirname } from "node:path";

/** One value that outlives the process and that nobody else on the machine may read. */
export interface KeptSecret<Value> {
  /** Null: nothing is kept, or nothing that can be read. */
  read(): Promise<Value | null>;
  /**
   * Runs alone of all processes. What `change` gives is kept, null for nothing. A process that dies lets the next one in.
   */
  change<Answer>(
    change: (kept: Value | null) => Promise<{ readonly keep: Value | null; readonly answer: Answer }>,
  ): Promise<Answer>;
}

export interface KeptSecretOptions<Value> {
  readonly path: string;
  /** Null for what it does not know, such as what a later release wrote. */
  readonly parse: (value: unknown) => Value | null;
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/** A file that its owner alone may read, replaced as a whole, behind a lock in a file beside it. */
export function keptInFile<Value>({ path, parse }: KeptSecretOptions<Value>): KeptSecret<Value> {
  async function read(): Promise<Value | null> {
    try {
      return parse(JSON.parse(await Deno.readTextFile(path)));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
      throw error;
    }
  }
  return {
    read,
    async change(change) {
      await Deno.mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_DIRECTORY });
      using lock = await Deno.open(`${path}.lock`, { create: true, write: true, mode: OWNER_ONLY });
      await lock.lock(true);
      const { keep, answer } = await change(await read());
      if (keep === null) await removeIfThere(path);
      else {
        await Deno.writeTextFile(`${path}.new`, JSON.stringify(keep), { mode: OWNER_ONLY });
        await Deno.rename(`${path}.new`, path);
      }
      return answer;
    },
  };
}

/** The same for a process alone, gone with it. */
export function keptInMemory<Value>(): KeptSecret<Value> {
  let kept: Value | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: () => Promise.resolve(kept),
    async change(change) {
      const mine = last.then(async () => {
        const { keep, answer } = await change(kept);
        kept = keep;
        return answer;
      });
      last = mine.catch(() => {});
      return await mine;
    },
  };
}

async function removeIfThere(path: string): Promise<void> {
  await Deno.remove(path).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
