import type { ReadingLimits } from "../../contracts/limits.ts";
import { createChecker } from "../cli/mod.ts";
import { localAddresses } from "../hosts/local/mod.ts";
import { createSearchIndex } from "../search/mod.ts";
import { openStore } from "../store/mod.ts";
import { clock, localHost, logErrors as log, newId } from "./build/mod.ts";

export interface CheckedDirectory extends Disposable {
  readonly ports: Parameters<typeof createChecker>[0];
  /** Of the directory on the host of `ports`. */
  readonly address: string;
}

/** A directory as a public address would serve it to this process alone, on a store that is gone with it. */
export async function checkedDirectory(
  directory: string,
  { limits, cacheBytes, excludesFile }: {
    readonly limits: ReadingLimits;
    readonly cacheBytes: number;
    readonly excludesFile: string | null;
  },
): Promise<CheckedDirectory> {
  const named = localAddresses([directory]);
  const [name = "checked/directory"] = named.ok ? named.value.keys() : [];
  const sources = { directories: new Map([[name, directory]]), excludesFile };
  const kv = await Deno.openKv(":memory:");
  const search = createSearchIndex();
  const store = openStore({ kv, clock, newId, log, openIndex: search.open, cacheBytes });
  const host = localHost({ root: null, verified: false, private: [] }, limits, sources, clock);
  return {
    ports: { ...store, host, search, clock, newId, random: Math.random, log },
    address: `/local/${name}`,
    [Symbol.dispose]: () => kv.close(),
  };
}
