/** What the REST API answers about accounts and their library, beside `answers.ts`. */
import { z } from "zod";
import { AUDIT_ACTIONS } from "../library/audit.ts";
import { LIBRARY_CHANGES } from "../library/library_changes.ts";
import { ROLES } from "../library/members.ts";
import { LIMIT_NAMES, PLANS } from "../library/plans.ts";
import { count, DIAGNOSTIC, maybe, named, path, text } from "./answer_parts.ts";

export const TIME = text.describe("ISO 8601 in UTC");
const time = TIME;
const maybeTime = time.nullable();
export const SKILL_OWNER = text.describe("Slug of the account that published it");
const owner = SKILL_OWNER;
export const DIGEST = text.describe("sha256: and the digest of all files");
const digest = DIGEST;
const visibility = z.enum(["private", "global"]);
const state = z.enum(["draft", "held", "published", "archived", "flagged"]);
export const GRADE = z.enum(["A", "B", "C", "D", "F"]).nullable().describe("null: nobody looked");
const grade = GRADE;
const awaitsOwner = z.boolean()
  .describe(
    "Another account has the skill now: this one keeps the version that it had until it confirms the owner",
  );
const nextCursor = maybe.describe("Continues this request; null on the last page");

const limits = Object.fromEntries(
  LIMIT_NAMES.map((name) => [name, count.nullable()] as const),
) as Record<(typeof LIMIT_NAMES)[number], ReturnType<typeof count.nullable>>;

export const ACCOUNT_ANSWER = named(
  "Account",
  z.strictObject({
    slug: text,
    kind: z.enum(["personal", "organisation"]),
    verified: z.boolean(),
    createdAt: time,
    plan: z.enum(PLANS),
    limits: z.strictObject(limits).describe("null: nothing bounds it"),
    role: z.enum(ROLES).describe("What whoever asks acts as"),
    key: z.strictObject({
      lastFour: text,
      scopes: z.array(text),
      skills: z.array(text).nullable().describe("What it is confined to; null: to nothing"),
    }).nullable().describe("The key that asks; null where an app does"),
    usage: z.strictObject({
      limit: count.nullable().describe("Calls a day; null: as many as you make"),
      used: count,
      resetAt: time,
    }),
  }),
);

export const AUDIT_ANSWER = named(
  "AuditPage",
  z.strictObject({
    entries: z.array(named(
      "AuditEntry",
      z.strictObject({
        at: time,
        actor: z.discriminatedUnion("kind", [
          z.strictObject({ kind: z.literal("person"), login: text }),
          z.strictObject({ kind: z.literal("key"), lastFour: text }),
          z.strictObject({ kind: z.literal("operator") }),
          z.strictObject({ kind: z.literal("job"), repository: text, run: maybe }),
          z.strictObject({ kind: z.literal("server") }),
        ]),
        action: z.enum(AUDIT_ACTIONS),
        target: text,
        before: maybe,
        after: maybe,
        requestId: maybe,
      }),
    )),
    nextCursor,
  }),
);

export const LIBRARY_CHANGES_ANSWER = named(
  "LibraryChangesPage",
  z.strictObject({
    changes: z.array(named(
      "LibraryChange",
      z.strictObject({
        at: time,
        kind: z.enum(LIBRARY_CHANGES)
          .describe("gone: a skill of another account is not to be had any more, for whatever reason"),
        owner: maybe.describe("Slug of the account that has it now; null: that account is gone"),
        name: maybe.describe("null: every skill of the owner"),
        own: z.boolean().describe("It was this account's"),
        version: maybe.describe("Label of the version that it is about; null: about none in particular"),
        from: maybe.describe("The version that was offered before; of renamed and transferred, the owner"),
        to: maybe.describe("The same since then"),
      }),
    )).describe("Newest first. May be empty though there are older ones: go on with nextCursor"),
    nextCursor,
  }),
);

const file = { path, size: count.describe("Bytes"), contentType: text };

const HASHED_FILE = named("HashedFile", z.strictObject({ ...file, sha256: text.describe("Hex") }));

export const LIBRARY_ENTRY = named(
  "LibraryEntry",
  z.strictObject({
    owner,
    name: text,
    version: maybe.describe("null: nothing of it is published now"),
    description: text,
    addedAt: maybeTime.describe("null: its own, and never added"),
    digest: digest.nullable(),
    visibility,
    state,
    pinned: z.boolean().describe("The account keeps this version whatever is published"),
    awaitsOwner,
    files: z.array(HASHED_FILE).optional().describe("With include=files: SKILL.md among them"),
  }),
);

export const LIBRARY_ANSWER = named(
  "LibraryPage",
  z.strictObject({ skills: z.array(LIBRARY_ENTRY), nextCursor }),
);

export const PROVENANCE = named(
  "Provenance",
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("upload") }),
    z.strictObject({
      kind: z.enum(["repository", "workflow"]),
      repository: text,
      commit: text,
      issuer: maybe,
      workflow: maybe,
      run: maybe,
      source: z.enum(["matches", "differs", "unknown"]).describe("Whether the files are those of the commit"),
    }),
  ]),
);

export const SUPPORTING_FILE = named("SupportingFile", z.strictObject(file));

export const SKILL_STATS = named(
  "SkillStats",
  z.strictObject({
    installs: count,
    activations: count.describe("The same number, for older clients"),
    rating: z.number().nullable(),
  }),
);

const LISTING_REASONS = [
  "edition",
  "private",
  "draft",
  "held",
  "archived",
  "flagged",
  "ungraded",
  "no_version",
] as const;

export const LIBRARY_SKILL_ANSWER = named(
  "LibrarySkill",
  z.strictObject({
    name: text,
    owner,
    description: text,
    visibility,
    license: maybe,
    compatibility: maybe,
    allowedTools: maybe,
    metadata: z.record(text, text).nullable(),
    files: z.array(SUPPORTING_FILE).describe("Without SKILL.md"),
    stats: SKILL_STATS,
    publishedAt: maybeTime.describe("The first publication"),
    version: maybe,
    digest: digest.nullable(),
    state,
    grade,
    findings: z.array(DIAGNOSTIC),
    provenance: PROVENANCE.nullable(),
    pinned: z.boolean(),
    awaitsOwner,
    replacedBy: maybe.describe("The skill that its owner names instead"),
    reason: maybe.describe("Why its owner or the operator took it"),
    listed: z.strictObject({
      state: z.enum(["listed", "waiting", "unlisted"]),
      reason: z.enum(LISTING_REASONS).nullable(),
    }).nullable().describe("Of an own skill: whether everybody finds it, and why not"),
    notes: maybe.describe("What changed in this version"),
  }),
);

export const SKILL_VERSION_ANSWER = named(
  "SkillVersion",
  z.strictObject({
    version: text,
    sequence: count,
    digest,
    description: text,
    grade,
    standing: z.enum(["released", "held", "removed"]),
    yanked: z.strictObject({ reason: maybe, at: time }).nullable(),
    open: z.boolean().describe("Whether other accounts may read it by its label"),
    files: count,
    bytes: count,
    notes: maybe,
    provenance: PROVENANCE,
    publishedAt: time,
  }),
);

export const SKILL_VERSIONS_ANSWER = named(
  "SkillVersions",
  z.strictObject({ versions: z.array(SKILL_VERSION_ANSWER).describe("The newest first") }),
);

export const PUBLICATION_ANSWER = named(
  "Publication",
  z.strictObject({
    status: z.enum(["created", "released", "held", "unchanged", "restored", "drafted", "checked"]),
    owner,
    name: text,
    version: maybe.describe("null: of a draft, which has none yet"),
    digest,
    visibility,
    grade,
    findings: z.array(DIAGNOSTIC),
    ignored: z.array(z.strictObject({ path, reason: text })).describe("Files that are not stored"),
  }),
);

export const REPORT_ANSWER = named("ReportReceived", z.strictObject({ status: z.enum(["queued"]) }));

export const INSTALL_LINK_ANSWER = named(
  "InstallLink",
  z.strictObject({
    id: text.describe("For ending it"),
    url: text.describe("What an installer is given in place of an address"),
    expiresAt: time,
  }),
);
