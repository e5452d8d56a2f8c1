/** The rows of published skills and libraries in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { ContentId } from "../domain.ts";
import type { GoneItem, HolderRecord, LibraryItem } from "./library_items.ts";
import { type Rating, type RatingTotals, STARS } from "./ratings.ts";
import type { Report } from "./reports.ts";
import type {
  Change,
  ChangeDetail,
  ChangeKind,
  LabelSpace,
  Ledger,
  NameRecord,
  Skill,
  SkillName,
} from "./skills.ts";
import type {
  Draft,
  Label,
  LabelRecord,
  Provenance,
  SkillId,
  Version,
  VersionDigest,
  VersionSummary,
  Withdrawn,
} from "./versions.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const time = z.number().nonnegative();
const count = z.int().nonnegative();
const accountId = z.custom<AccountId>(isText);
const skillId = z.custom<SkillId>(isText);
const skillName = z.custom<SkillName>(isText);
const labelSpace = z.custom<LabelSpace>(isText);
const label = z.custom<Label>(isText);
const contentId = z.custom<ContentId>(isText);
const digest = z.custom<VersionDigest>((value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value));
const grade = z.enum(["A", "B", "C", "D", "F"]).nullable();

const summary = {
  sequence: count,
  label,
  digest,
  description: z.string(),
  grade,
  // Versions of before say it in their documents alone.
  license: z.string().nullable().default(null),
  isRestricted: z.boolean(),
  document: contentId,
  instructions: contentId,
  publishedAt: time,
};

const SUMMARY = z.object(summary) satisfies z.ZodType<VersionSummary>;

const said = (reasons: z.ZodType<string>) => z.object({ reason: reasons, at: time }).nullable();

export const SKILL_RECORD = z.object({
  id: skillId,
  account: accountId,
  name: skillName,
  labels: labelSpace,
  description: z.string(),
  visibility: z.enum(["private", "global"]),
  archived: z.object({ reason: z.enum(["owner", "source_removed", "source_gone"]), at: time }).nullable(),
  flagged: said(z.string()),
  replacedBy: skillId.nullable(),
  handovers: z.array(z.object({ from: accountId, open: count.nullable(), at: time })).default([]),
  current: SUMMARY.nullable(),
  isChosen: z.boolean(),
  open: SUMMARY.nullable(),
  sequence: count,
  highest: label.nullable(),
  hasDraft: z.boolean(),
  revision: count,
  createdAt: time,
  publishedAt: time.nullable(),
}) satisfies z.ZodType<Skill>;

export const NAME_RECORD = z.object({
  skill: skillId.nullable(),
  labels: labelSpace,
  highest: label.nullable(),
  leaving: skillId.nullable(),
  movedTo: skillId.nullable().default(null),
  flagged: said(z.string()).default(null),
}) satisfies z.ZodType<NameRecord>;

/** A content whose bytes the operator took out, by the name's labels. */
export const WITHDRAWN_RECORD = z.object({ label, at: time }) satisfies z.ZodType<Withdrawn>;

export const LEDGER = z.object({
  skills: count,
  storedBytes: count,
  hour: count,
  versions: count,
}) satisfies z.ZodType<Ledger>;

const PROVENANCE = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("upload") }),
  z.object({
    kind: z.enum(["repository", "workflow"]),
    repository: z.string(),
    commit: z.string(),
    issuer: z.string().nullable(),
    workflow: z.string().nullable(),
    run: z.string().nullable(),
    source: z.enum(["matches", "differs", "unknown"]),
  }),
]) satisfies z.ZodType<Provenance>;

export const VERSION_RECORD = z.object({
  ...summary,
  skill: skillId,
  standing: z.enum(["released", "held", "removed"]),
  yanked: z.object({ reason: z.string().nullable(), at: time }).nullable(),
  isOpen: z.boolean(),
  files: count,
  bytes: count,
  notes: z.string().nullable(),
  provenance: PROVENANCE,
}) satisfies z.ZodType<Version>;

export const DRAFT_RECORD = z.object({
  digest,
  description: z.string(),
  document: contentId,
  label: label.nullable(),
  grade,
  isRestricted: z.boolean(),
  instructions: contentId,
  files: count,
  bytes: count,
  notes: z.string().nullable(),
  savedAt: time,
  provenance: PROVENANCE,
}) satisfies z.ZodType<Draft>;

export const LABEL_RECORD = z.object({ digest, skill: skillId, sequence: count }) satisfies z.ZodType<
  LabelRecord
>;

/** The newest version of a content. */
export const CONTENT_RECORD = z.object({ sequence: count });

export const LIBRARY_ITEM = z.object({
  skill: skillId,
  addedAt: time,
  pin: count.nullable(),
  owner: accountId.nullable().default(null),
}) satisfies z.ZodType<LibraryItem>;

export const HOLDER_RECORD = z.object({ addedAt: time, isCounted: z.boolean() }) satisfies z.ZodType<
  HolderRecord
>;

export const RATING_RECORD = z.object({
  stars: z.literal(STARS),
  account: accountId,
  at: time,
}) satisfies z.ZodType<Rating>;

export const RATING_TOTALS = z.object({ ratings: count, sum: count }) satisfies z.ZodType<RatingTotals>;

export const REPORT_RECORD = z.object({
  number: count,
  skill: skillId,
  named: z.string(),
  version: label.nullable(),
  reason: z.string(),
  by: z.object({ account: accountId, person: z.custom<PersonId>(isText).nullable() }),
  at: time,
  closed: z.object({ at: time, word: z.string() }).nullable(),
}) satisfies z.ZodType<Report>;

export const REPORT_HEAD = z.object({ number: count });

export const REPORT_COUNT = z.object({ reports: count });

/** How many skills an account added. Written with every change of them, so that its versionstamp tells of each. */
export const LIBRARY_STAMP = z.object({ items: count });

export const FEED_HEAD = z.object({ sequence: count });

/** A record of kinds rather than a list, so that a kind missing here is a type error. */
const CHANGE_KINDS: Readonly<Record<ChangeKind, true>> = {
  created: true,
  released: true,
  held: true,
  restored: true,
  current: true,
  yanked: true,
  unyanked: true,
  visibility: true,
  archived: true,
  unarchived: true,
  draft: true,
  deleted: true,
  flagged: true,
  unflagged: true,
  removed: true,
  transferred: true,
  account: true,
};

const STEP = z.object({ from: label.nullable(), to: label.nullable() });

const CHANGE_DETAIL = z.object({
  about: z.object({ label, isOpen: z.boolean() }).nullable(),
  own: STEP,
  others: STEP,
  visibility: z.enum(["private", "global"]).nullable(),
}) satisfies z.ZodType<ChangeDetail>;

/** What an account had added of a skill that was deleted since. */
export const GONE_ITEM = z.object({ skill: skillId, addedAt: time }) satisfies z.ZodType<GoneItem>;

export const CHANGE_RECORD = z.object({
  sequence: count,
  kind: z.custom<ChangeKind>((value) => typeof value === "string" && Object.hasOwn(CHANGE_KINDS, value)),
  account: accountId,
  skill: skillId.nullable(),
  name: skillName.nullable(),
  isOpen: z.boolean(),
  listing: z.enum(["enters", "stays", "leaves", "outside", "ungraded"]).default("outside"),
  // Changes of before say nothing of it.
  detail: CHANGE_DETAIL.nullable().default(null),
  giver: accountId.nullable().default(null),
  renamed: z.object({ from: z.string(), to: z.string() }).nullable().default(null),
  at: time,
}) satisfies z.ZodType<Change>;
