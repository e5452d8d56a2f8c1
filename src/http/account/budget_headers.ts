import type { Budget } from "../../../contracts/library/access.ts";

const DAY_SECONDS = 86_400;

/**
 * What an answer tells of the calls that are left: in the form that most clients read, and in the one that the IETF is
 * settling on (draft-ietf-httpapi-ratelimit-headers). Nothing where there is no limit.
 */
export function budgetHeaders({ limit, used, resetSeconds }: Budget): Readonly<Record<string, string>> {
  if (limit === null) return {};
  const remaining = Math.max(0, limit - used);
  return {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
    "ratelimit-policy": `"day";q=${limit};w=${DAY_SECONDS}`,
    "ratelimit": `"day";r=${remaining};t=${resetSeconds}`,
  };
}
