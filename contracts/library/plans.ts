/** What an account may use (docs/design/accounts.md "Accounts"). */

export const PLANS = ["publisher", "team"] as const;

export type Plan = (typeof PLANS)[number];

/** Each has a whole number, or null where nothing bounds it. */
export interface PlanLimits {
  /** Counted calls of one key in a day of UTC. */
  readonly callsPerDay: number | null;
  readonly keys: number;
  readonly versionsPerHour: number;
  /** Of published files, equal contents once. Bytes. */
  readonly storedBytes: number;
  readonly ownSkills: number;
  readonly libraryItems: number;
}

export type LimitName = keyof PlanLimits;

/** What the operator allows one account instead of what its plan does. */
export type LimitOverrides = { readonly [Name in LimitName]?: PlanLimits[Name] | undefined };

const GIB = 1024 * 1024 * 1024;

const LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  publisher: {
    callsPerDay: 500,
    keys: 3,
    versionsPerHour: 60,
    storedBytes: GIB,
    ownSkills: 2000,
    libraryItems: 2000,
  },
  team: {
    callsPerDay: null,
    keys: 50,
    versionsPerHour: 60,
    storedBytes: 20 * GIB,
    ownSkills: 2000,
    libraryItems: 2000,
  },
};

export const LIMIT_NAMES: readonly LimitName[] = [
  "callsPerDay",
  "keys",
  "versionsPerHour",
  "storedBytes",
  "ownSkills",
  "libraryItems",
];

/** What an account may use: its plan, and over it the operator's word. */
export function limitsOf(
  { plan, limits }: { readonly plan: Plan; readonly limits: LimitOverrides },
): PlanLimits {
  const said = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  return { ...LIMITS[plan], ...said };
}
