import type { RepoPath } from "../../contracts/addresses.ts";
import { type SkillCounts, USAGE_LIMITS, type UsageDay } from "../../contracts/repository_usage.ts";
import { isWithin, parseRepoPath } from "../format/mod.ts";

interface SkillUsage extends SkillCounts {
  readonly path: string;
}

/** What was used below a directory, over some days. */
export interface Usage {
  /** Days on which anything was counted, oldest first. */
  readonly days: readonly ({ readonly day: string } & SkillCounts & Searches)[];
  /** The most loaded first, and at most `USAGE_LIMITS.skills`. */
  readonly skills: readonly SkillUsage[];
  readonly moreSkills: number;
  /** Of skills that are not told apart, because too many were used on one day. */
  readonly others: SkillCounts;
  readonly total: SkillCounts & Searches;
}

/** Of the whole repository: a search is of no skill. */
interface Searches {
  readonly searches: number;
  readonly empty: number;
}

const NONE: SkillCounts & Searches = { loads: 0, found: 0, searches: 0, empty: 0 };

/** @param path A directory, or the SKILL.md of one skill. What lies elsewhere is not told of. */
export function usageOf(days: readonly UsageDay[], path: RepoPath): Usage {
  const skills = new Map<string, SkillCounts>();
  let others: SkillCounts = { loads: 0, found: 0 };
  let total = NONE;
  const told = days.map(({ day, searches, empty, skills: counts, others: unnamed }) => {
    let sum: SkillCounts = { loads: 0, found: 0 };
    for (const [skill, one] of counts) {
      const parsed = parseRepoPath(skill);
      if (!parsed.ok || !isWithin(parsed.value, path)) continue;
      sum = plus(sum, one);
      skills.set(skill, plus(skills.get(skill), one));
    }
    if (path === "") {
      sum = plus(sum, unnamed);
      others = plus(others, unnamed);
    }
    const whole = { day, ...sum, searches, empty };
    total = {
      ...plus(total, sum),
      searches: total.searches + searches,
      empty: total.empty + empty,
    };
    return whole;
  });
  const ordered = [...skills].map(([skill, counts]) => ({ path: skill, ...counts }))
    .sort((a, b) => b.loads - a.loads || b.found - a.found || (a.path < b.path ? -1 : 1));
  return {
    days: told,
    skills: ordered.slice(0, USAGE_LIMITS.skills),
    moreSkills: Math.max(0, ordered.length - USAGE_LIMITS.skills),
    others,
    total,
  };
}

function plus(one: SkillCounts | undefined, other: SkillCounts): SkillCounts {
  return { loads: (one?.loads ?? 0) + other.loads, found: (one?.found ?? 0) + other.found };
}
