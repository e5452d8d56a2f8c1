import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { ActivationLog } from "../../../contracts/library/skill_store.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { whereItFailed } from "../../../contracts/where_it_failed.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { createBoundedMap, createTokenBuckets } from "../../flow/mod.ts";
import { commit, type KvDeps } from "../kv.ts";
import { activationKey, activationsKey } from "./skill_keys.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Uses of a day that are remembered; one that is forgotten asks the store once more, which counts it once all the same. */
const REMEMBERED = 20_000;

/** Uses on their way to the store; more at a time are not counted, for a count is worth no memory without bound. */
const MOST_AT_ONCE = 1000;

/** Counts beside the answer, so that nobody waits for it, and never more than once an account, skill and day. */
export function createActivationLog(deps: KvDeps): ActivationLog {
  const { kv, clock, log } = deps;
  const mayTell = createTokenBuckets({ clock, capacity: 1, refillMs: MINUTE_MS });
  const counted = createBoundedMap<true>(REMEMBERED);
  const writing = new Set<Promise<void>>();

  /** Never rejects. */
  async function write(name: string, skill: SkillId, day: string, account: AccountId): Promise<void> {
    const marker = activationKey(skill, day, account);
    try {
      // The mark is what says that it was counted; a day later nobody asks any more.
      await commit(deps, () =>
        kv.atomic()
          .check({ key: marker, versionstamp: null })
          .set(marker, true, { expireIn: 2 * DAY_MS })
          .sum(activationsKey(skill, day), 1n));
    } catch (error) {
      counted.delete(name);
      if (mayTell("uncounted") === 0) log("warn", "store.activation_uncounted", { ...whereItFailed(error) });
    }
  }

  return {
    note(skill, account) {
      const day = utcDay(clock.now());
      const name = JSON.stringify([skill, day, account]);
      if (counted.has(name) || writing.size >= MOST_AT_ONCE) return;
      counted.set(name, true);
      const done = write(name, skill, day, account).finally(() => writing.delete(done));
      writing.add(done);
    },

    async activations(skill, day) {
      const { value } = await kv.get(activationsKey(skill, day));
      return value instanceof Deno.KvU64 ? Number(value.value) : 0;
    },

    async flush() {
      await Promise.all(writing);
    },
  };
}
