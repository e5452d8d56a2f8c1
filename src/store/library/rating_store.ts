import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { RatingStore, RatingTotals } from "../../../contracts/library/ratings.ts";
import { HOLDER_RECORD, RATING_RECORD, RATING_TOTALS } from "../../../contracts/library/skill_records.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { movedKey } from "../editions/edition_keys.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { holderKey, ratingKey, ratingsKey } from "./skill_keys.ts";

const NONE: RatingTotals = { ratings: 0, sum: 0 };

/** The row above the ratings of a skill sums them up, and changes with each of them. */
export function createRatingStore(deps: KvDeps): RatingStore {
  const { kv } = deps;

  const totalsOf = (skill: SkillId) => readRow(kv, ratingsKey(skill), RATING_TOTALS);
  const ratingOf = (skill: SkillId, person: PersonId) => readRow(kv, ratingKey(skill, person), RATING_RECORD);

  /** Null: taken back. Every rating passes here, so that nobody counts twice. */
  const set: RatingStore["rate"] = async (skill, person, rating, heldSince) =>
    await compareAndSet("rate a skill", async () => {
      const totals = await totalsOf(skill);
      const row = await ratingOf(skill, person);
      const before = row.value;
      if (before === null && rating === null) return true;
      const { ratings, sum } = totals.value ?? NONE;
      const after: RatingTotals = {
        ratings: ratings - (before === null ? 0 : 1) + (rating === null ? 0 : 1),
        sum: sum - (before?.stars ?? 0) + (rating?.stars ?? 0),
      };
      const base = () =>
        kv.atomic().check(totals).check(row).set(totals.key, after).set(movedKey(skill), true);
      const landed = async () => (await ratingOf(skill, person)).value?.at === rating?.at;
      if (rating === null) return await commit(deps, () => base().delete(row.key), landed) ? true : CHANGED;
      const holder = await readRow(kv, holderKey(skill, rating.account), HOLDER_RECORD);
      if (holder.value === null || holder.value.addedAt > heldSince) return false;
      return await commit(deps, () => base().check(holder).set(row.key, rating), landed) ? true : CHANGED;
    });

  return {
    rate: set,

    ratingBy: async (skill, person) => (await ratingOf(skill, person)).value,

    totals: async (skill) => (await totalsOf(skill)).value ?? NONE,

    async recount(skill, counts) {
      for await (const { key, value } of kv.list({ prefix: ratingsKey(skill) })) {
        const rating = RATING_RECORD.safeParse(value).data;
        if (key.length < 3 || rating === undefined || await counts(rating.account)) continue;
        await set(skill, key[2] as PersonId, null, 0);
      }
      return await compareAndSet("sum up ratings", async () => {
        const totals = await totalsOf(skill);
        let after = NONE;
        for await (const { key, value } of kv.list({ prefix: ratingsKey(skill) })) {
          const stars = key.length < 3 ? undefined : RATING_RECORD.safeParse(value).data?.stars;
          if (stars !== undefined) after = { ratings: after.ratings + 1, sum: after.sum + stars };
        }
        const before = totals.value ?? NONE;
        if (before.ratings === after.ratings && before.sum === after.sum) return after;
        return await commit(
            deps,
            () => kv.atomic().check(totals).set(totals.key, after).set(movedKey(skill), true),
          )
          ? after
          : CHANGED;
      });
    },
  };
}
