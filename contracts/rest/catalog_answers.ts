/** What the REST API answers about the catalog. */
import { z } from "zod";
import { count, DIAGNOSTIC, maybe, named, text } from "./answer_parts.ts";
import {
  DIGEST,
  GRADE,
  PROVENANCE,
  SKILL_OWNER,
  SKILL_STATS,
  SUPPORTING_FILE,
  TIME,
} from "./library_answers.ts";

const card = {
  owner: SKILL_OWNER,
  name: text,
  version: text,
  digest: DIGEST,
  description: text,
  license: maybe.describe("The licence that speaks for it; null: none does"),
  describedOnly: z.boolean().describe("Its licence keeps the files with their owner"),
  stats: SKILL_STATS,
  verified: z.boolean().describe("The operator vouches for the owner"),
  grade: GRADE,
  publishedAt: TIME.describe("The first publication"),
};

const nextCursor = maybe.describe("Continues this request; null on the last page");

export const CATALOG_ANSWER = named(
  "CatalogPage",
  z.strictObject({ skills: z.array(named("CatalogCard", z.strictObject(card))), nextCursor }),
);

export const CATALOG_SKILL_ANSWER = named(
  "CatalogSkill",
  z.strictObject({
    ...card,
    compatibility: maybe,
    allowedTools: maybe,
    metadata: z.record(text, text).nullable(),
    files: z.array(SUPPORTING_FILE).describe("Without SKILL.md"),
    findings: z.array(DIAGNOSTIC),
    provenance: PROVENANCE,
    notes: maybe.describe("What changed in this version"),
    replacedBy: maybe.describe("The skill that its owner names instead"),
    featured: z.boolean().describe("The operator shows it to who looks around"),
  }),
);

export const CATALOG_CHANGES_ANSWER = named(
  "CatalogChanges",
  z.strictObject({
    changes: z.array(named(
      "CatalogChange",
      z.strictObject({
        seq: count,
        kind: z.enum(["listed", "released", "yanked", "changed", "removed", "owner"]),
        owner: SKILL_OWNER,
        name: maybe.describe("null: all skills of the owner"),
        skill: maybe.describe("The same for good, whatever it is called; null: all skills of the owner"),
        at: TIME,
      }),
    )),
    last: count.describe("What to ask behind the next time"),
  }),
);
