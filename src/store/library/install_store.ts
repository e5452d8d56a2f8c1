import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { ACCOUNT_RECORD } from "../../../contracts/library/account_records.ts";
import type { DueInstalls, InstallStore } from "../../../contracts/library/installs.ts";
import type { HolderRecord } from "../../../contracts/library/library_items.ts";
import { HOLDER_RECORD } from "../../../contracts/library/skill_records.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { movedKey } from "../editions/edition_keys.ts";
import { commit, type KvDeps, readRow, type Row } from "../kv.ts";
import { accountKey, DUE_INSTALLS_KEY, dueInstallsKey } from "./account_keys.ts";
import { holderKey, holdersKey, installsKey } from "./skill_keys.ts";

const LIST_BATCH = 500;

/** A sum wraps around, so that the complement is subtracted. */
const ONE_LESS = 2n ** 64n - 1n;

/** Takes a holder out of a skill's, and out of its installs where it is one. */
export function withoutHolder(
  operation: Deno.AtomicOperation,
  holder: Row<HolderRecord>,
  skill: SkillId,
): Deno.AtomicOperation {
  operation.check(holder).delete(holder.key);
  return holder.value?.isCounted
    ? operation.sum(installsKey(skill), ONE_LESS).set(movedKey(skill), true)
    : operation;
}

/** Keeps the numbers of installs with the rows of who holds what: each commit that changes one checks the other. */
export function createInstallStore(deps: KvDeps): InstallStore {
  const { kv } = deps;

  async function* holdersOf(skill: SkillId) {
    for await (const { key, value } of kv.list({ prefix: holdersKey(skill) }, { batchSize: LIST_BATCH })) {
      const holder = HOLDER_RECORD.safeParse(value);
      if (holder.success) yield { account: key[2] as AccountId, isCounted: holder.data.isCounted };
    }
  }

  return {
    installs: async (skill) => countIn((await kv.get(installsKey(skill))).value),

    async *holders(skill) {
      for await (const { account } of holdersOf(skill)) yield account;
    },

    async settle(skill, account, counts) {
      await compareAndSet("settle an install", async () => {
        const row = await readRow(kv, accountKey(account), ACCOUNT_RECORD);
        const holder = await readRow(kv, holderKey(skill, account), HOLDER_RECORD);
        const isCounted = counts(row.value);
        if (holder.value === null || holder.value.isCounted === isCounted) return null;
        const kept = { ...holder.value, isCounted };
        const write = () =>
          kv.atomic()
            .check(row).check(holder)
            .set(holder.key, kept)
            .sum(installsKey(skill), isCounted ? 1n : ONE_LESS)
            .set(movedKey(skill), true);
        const landed = async () =>
          (await readRow(kv, holder.key, HOLDER_RECORD)).value?.isCounted === isCounted;
        return await commit(deps, write, landed) ? null : CHANGED;
      });
    },

    async recount(skill) {
      return await compareAndSet("count installs", async () => {
        const row = await kv.get(installsKey(skill));
        let after = 0;
        for await (const { isCounted } of holdersOf(skill)) if (isCounted) after++;
        const before = countIn(row.value);
        if (before === after) return { before, after };
        // Whoever changed a holder meanwhile changed the number as well.
        const write = () =>
          kv.atomic().check(row).set(row.key, new Deno.KvU64(BigInt(after))).set(movedKey(skill), true);
        return await commit(deps, write) ? { before, after } : CHANGED;
      });
    },

    async due(now, most) {
      const found: DueInstalls[] = [];
      const rows = kv.list({ prefix: DUE_INSTALLS_KEY, end: [...DUE_INSTALLS_KEY, now + 1] }, {
        limit: most,
      });
      for await (const { key, versionstamp } of rows) {
        found.push({ at: Number(key[2]), account: key[3] as AccountId, versionstamp });
      }
      return found;
    },

    async done({ at, account, versionstamp }) {
      const key = dueInstallsKey(at, account);
      await commit(deps, () => kv.atomic().check({ key, versionstamp }).delete(key));
    },
  };
}

function countIn(value: unknown): number {
  return value instanceof Deno.KvU64 ? Math.max(0, Number(BigInt.asIntN(64, value.value))) : 0;
}
