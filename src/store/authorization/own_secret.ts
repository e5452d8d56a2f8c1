import { z } from "zod";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { OWN_SECRET_KEY } from "./keys.ts";

const SECRET = z.string().min(32);

/** The secret that is kept beside what it seals: for a machine whose owner reads the store anyway. */
export async function ownSecret(deps: KvDeps, fresh: string): Promise<string> {
  return await compareAndSet("keep a secret", async () => {
    const row = await readRow(deps.kv, OWN_SECRET_KEY, SECRET);
    if (row.value !== null) return row.value;
    return await commit(deps, () => deps.kv.atomic().check(row).set(row.key, fresh)) ? fresh : CHANGED;
  });
}
