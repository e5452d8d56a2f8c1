import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { CatalogOrder } from "../../../contracts/library/editions.ts";
import type { CatalogSort } from "../../../contracts/library/public_catalog.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";

/** By what a list is in order; the skill's id is its last part. Smaller comes first. */
export type OrderKey = readonly (string | number)[];

export const ORDERS = ["installs", "newest", "name", "owner"] as const satisfies readonly CatalogOrder[];

/** A skill as the orders know it. */
export interface OrderedSkill {
  readonly skill: SkillId;
  readonly account: AccountId;
  readonly owner: string;
  readonly name: string;
  readonly installs: number;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
}

export function orderKey(
  order: CatalogOrder,
  { skill, account, owner, name, installs, publishedAt }: OrderedSkill,
): OrderKey {
  switch (order) {
    case "installs":
      return [-installs, publishedAt, skill];
    case "newest":
      return [-publishedAt, skill];
    case "name":
      return [name, owner, skill];
    // With all that the skills of one owner are sorted by.
    case "owner":
      return [account, name, owner, installs, publishedAt, skill];
  }
}

/** The place of an entry of one owner's skills in the order that was asked for. */
export function sortOwned(sort: CatalogSort, key: OrderKey): OrderKey {
  const [account, name, owner, installs, publishedAt, skill] = key;
  return orderKey(sort, {
    skill: String(skill) as SkillId,
    account: String(account) as AccountId,
    name: String(name),
    owner: String(owner),
    installs: Number(installs),
    publishedAt: Number(publishedAt),
  });
}

export function skillIn(key: OrderKey): SkillId {
  return String(key.at(-1) ?? "") as SkillId;
}

/** A key that is shorter comes before all that begin with it. */
export function compareKeys(one: OrderKey, other: OrderKey): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const own = one[at] ?? 0;
    const against = other[at] ?? 0;
    if (own !== against) return own < against ? -1 : 1;
  }
  return one.length - other.length;
}
