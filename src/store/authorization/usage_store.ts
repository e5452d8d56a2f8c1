import { z } from "zod";
import type { UsageStore } from "../../../contracts/library/access.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { usageKey } from "./keys.ts";

const SPENT = z.int().nonnegative();

/** For so long a day can be told of. */
const KEPT_MS = 35 * 86_400_000;

export function createUsageStore(deps: KvDeps): UsageStore {
  const { kv } = deps;

  return {
    async take(spender, day, most, limit) {
      return await compareAndSet("count calls", async () => {
        const row = await readRow(kv, usageKey(spender, day), SPENT);
        const before = row.value ?? 0;
        const taken = limit === null ? most : Math.max(0, Math.min(most, limit - before));
        const taking = { taken, spent: before + taken };
        if (taken === 0) return taking;
        // One that lands and fails all the same is taken twice: calls are lost, never let through beyond the limit.
        const write = () => kv.atomic().check(row).set(row.key, before + taken, { expireIn: KEPT_MS });
        return await commit(deps, write) ? taking : CHANGED;
      });
    },

    async spent(spender, day) {
      return (await readRow(kv, usageKey(spender, day), SPENT)).value ?? 0;
    },
  };
}
