import type { StoreDeps } from "../../src/store/mod.ts";

type Kv = StoreDeps["kv"];

/** A KV file of its own, which several openings share as processes do. Disposing closes and removes it. */
export interface KvFile extends AsyncDisposable {
  open(): Promise<Deno.Kv>;
}

export async function kvFile(): Promise<KvFile> {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-kv-" });
  const opened: Deno.Kv[] = [];
  return {
    async open() {
      const kv = await Deno.openKv(`${directory}/kv.sqlite`);
      opened.push(kv);
      return kv;
    },
    async [Symbol.asyncDispose]() {
      for (const kv of opened) kv.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

type Commit = () => Promise<Deno.KvCommitResult | Deno.KvCommitError>;

/** The same KV with `around` in place of every commit. */
export function aroundCommits(kv: Kv, around: (commit: Commit) => ReturnType<Commit>): Kv {
  return {
    get: kv.get.bind(kv),
    getMany: kv.getMany.bind(kv),
    list: kv.list.bind(kv),
    atomic() {
      const operation = kv.atomic();
      const commit = operation.commit.bind(operation);
      operation.commit = () => around(commit);
      return operation;
    },
  };
}

/** The same KV, of which some commits, counted from 1, land and fail all the same. */
export function landingLate(kv: Kv, isLate: (commit: number) => boolean = (commit) => commit === 1): Kv {
  let commits = 0;
  return aroundCommits(kv, async (commit) => {
    const result = await commit();
    if (isLate(++commits)) throw new Error("operation timed out");
    return result;
  });
}

/** A process that is killed at its commit number `fatal`, from 1: neither that one nor a later one arrives. */
export function killedAtCommit(kv: Kv, fatal: number): { readonly kv: Kv; readonly survived: () => boolean } {
  let commits = 0;
  return {
    kv: aroundCommits(kv, (commit) => {
      commits++;
      return commits >= fatal ? Promise.reject(new Error("killed")) : commit();
    }),
    survived: () => commits < fatal,
  };
}

/** Every key and value below `prefix`, in key order. */
export async function entriesOf(kv: Kv, prefix: Deno.KvKey = []): Promise<Deno.KvEntry<unknown>[]> {
  return await Array.fromAsync(kv.list({ prefix }));
}
