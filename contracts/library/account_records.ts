/** The rows of accounts, members and audit in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { HostKey } from "../addresses.ts";
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { Account, AccountState, Slug } from "./accounts.ts";
import { AUDIT_ACTIONS, type AuditEntry } from "./audit.ts";
import { type Invitation, type Member, ROLES } from "./members.ts";
import { LIMIT_NAMES, type LimitOverrides, PLANS } from "./plans.ts";

const time = z.number().nonnegative();
const isText = (value: unknown): boolean => typeof value === "string" && value.length > 0;
const accountId = z.custom<AccountId>(isText);
const personId = z.custom<PersonId>(isText);
const hostKey = z.custom<HostKey>(isText);
const slug = z.custom<Slug>(isText);

const STATE = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("active") }),
  z.object({ kind: z.literal("suspended"), since: time, reason: z.string() }),
  z.object({
    kind: z.literal("ending"),
    since: time,
    due: time,
    keepsGlobal: z.boolean(),
    byOperator: z.boolean(),
  }),
  z.object({ kind: z.literal("gone"), since: time }),
]) satisfies z.ZodType<AccountState>;

const count = z.int().nonnegative();

const OVERRIDES = z.object(
  {
    callsPerDay: count.nullable(),
    keys: count,
    versionsPerHour: count,
    storedBytes: count,
    ownSkills: count,
    libraryItems: count,
  } satisfies Record<(typeof LIMIT_NAMES)[number], z.ZodType>,
).partial() satisfies z.ZodType<LimitOverrides>;

/** What has a default was not kept of the first accounts, each of which was one person's own. */
export const ACCOUNT_RECORD = z.object({
  id: accountId,
  slug,
  aliases: z.array(slug).default([]),
  kind: z.enum(["personal", "organisation"]).default("personal"),
  plan: z.enum(PLANS).default("publisher"),
  limits: OVERRIDES.default({}),
  verified: z.boolean().default(false),
  state: STATE.default({ kind: "active" }),
  exportedAt: time.nullable().default(null),
  createdAt: time,
}) satisfies z.ZodType<Account>;

/** Whose a slug is: an account's, under its name or an earlier one, or nobody's for good. */
export const SLUG_RECORD = z.union([
  z.object({ account: accountId, alias: z.boolean().default(false) }),
  z.object({ reserved: z.literal(true) }),
]);

/** The slug that others may not look like. */
export const FOLDED_SLUG_RECORD = z.object({ slug });

export const MEMBER_RECORD = z.object({
  person: personId,
  login: z.string(),
  host: hostKey.nullable(),
  role: z.enum(ROLES),
  since: time,
}) satisfies z.ZodType<Member>;

export const INVITATION_RECORD = z.object({
  account: accountId,
  host: hostKey,
  login: z.string(),
  role: z.enum(ROLES),
  invitedAt: time,
  expiresAt: time,
}) satisfies z.ZodType<Invitation>;

const ACTOR = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("person"), person: personId, login: z.string() }),
  z.object({ kind: z.literal("key"), lastFour: z.string(), maker: personId.nullable() }),
  z.object({ kind: z.literal("operator") }),
  z.object({ kind: z.literal("job"), repository: z.string(), run: z.string().nullable() }),
  z.object({ kind: z.literal("server") }),
]);

export const AUDIT_RECORD = z.object({
  at: time,
  actor: ACTOR,
  request: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  target: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
}) satisfies z.ZodType<AuditEntry>;
