import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { InstallStore } from "../../../contracts/library/installs.ts";
import type { RatingStore } from "../../../contracts/library/ratings.ts";
import type { LibraryItemStore, SkillStore } from "../../../contracts/library/skill_store.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { skillPages } from "../skills/skill_pages.ts";
import { countsAsOf } from "./counts_as_install.ts";

export interface KeepStatsDeps {
  readonly installs: InstallStore;
  readonly ratings: RatingStore;
  readonly items: Pick<LibraryItemStore, "items">;
  readonly skills: Pick<SkillStore, "every">;
  readonly accounts: Pick<AccountStore, "account">;
  readonly clock: Pick<Clock, "now">;
}

/** Keeps installs and ratings to who counts (docs/design/library.md "Stats"). */
export interface Stats {
  /** Has what an account holds count as installs, or not, as it stands now. */
  settle(account: AccountId): Promise<void>;
  /** The same for every account that has grown up since it added something, or whose standing changed. How many. */
  runDue(): Promise<number>;
  /**
   * Judges every holder and every rating of every skill anew, and mends the numbers. `mended`: skills whose numbers are others
   * now. Ratings of accounts that are not active are taken out.
   */
  recount(): Promise<{ readonly skills: number; readonly mended: number }>;
}

const MOST_AT_ONCE = 50;
const PAGE = 500;

export function createStats(deps: KeepStatsDeps): Stats {
  const { installs, ratings, items, skills, accounts, clock } = deps;

  async function settle(account: AccountId): Promise<void> {
    const counts = countsAsOf(clock.now());
    for (const { skill } of await items.items(account)) await installs.settle(skill, account, counts);
  }

  async function isActive(account: AccountId): Promise<boolean> {
    return (await accounts.account(account))?.state.kind === "active";
  }

  async function numbers(skill: SkillId): Promise<string> {
    return JSON.stringify([await installs.installs(skill), await ratings.totals(skill)]);
  }

  /** True: its numbers are others now. */
  async function recountOne(skill: SkillId): Promise<boolean> {
    const before = await numbers(skill);
    const counts = countsAsOf(clock.now());
    for await (const account of installs.holders(skill)) await installs.settle(skill, account, counts);
    await installs.recount(skill);
    await ratings.recount(skill, isActive);
    return before !== await numbers(skill);
  }

  return {
    settle,

    async runDue() {
      const due = await installs.due(clock.now(), MOST_AT_ONCE);
      for (const one of due) {
        await settle(one.account);
        await installs.done(one);
      }
      return due.length;
    },

    async recount() {
      const told = { skills: 0, mended: 0 };
      for await (const page of skillPages(skills, PAGE)) {
        for (const { id } of page) {
          told.skills++;
          if (await recountOne(id)) told.mended++;
        }
      }
      return told;
    },
  };
}
