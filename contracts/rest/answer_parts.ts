/** What several answers of the REST API are made of. */
import { z } from "zod";

/** Schemas that the document gives a name. */
export const NAMED_SCHEMAS = z.registry<{ readonly id: string }>();

export const count = z.int().nonnegative();
export const path = z.string();
export const text = z.string();
export const maybe = text.nullable();

/** Gives a schema its name in the document. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  NAMED_SCHEMAS.add(schema, { id });
  return schema;
}

export const LICENCE = named(
  "Licence",
  z.strictObject({
    label: text.describe("SPDX identifiers where they are known, else what was written"),
    class: z.enum(["permissive", "restrictive"]).describe("What restrictive covers is described only"),
    path: path.describe("The file that says it"),
    otherPaths: z.array(path).optional().describe("The other files, where several licences are a choice"),
    source: z.enum(["file", "skill", "manifest"]),
  }),
);

const problem = {
  code: text,
  severity: z.enum(["error", "warning", "info"]),
  message: text,
  line: count.optional().describe("From 1"),
  column: count.optional(),
};

export const WARNING = named("Warning", z.strictObject(problem));
export const DIAGNOSTIC = named("Diagnostic", z.strictObject({ path, ...problem }));

export const diagnostics = {
  diagnostics: z.array(DIAGNOSTIC),
  moreDiagnostics: count.describe("How many are not shown"),
};

const COUNTS = named("Counts", z.strictObject({ skills: count, documents: count }));

const REF = named(
  "Ref",
  z.strictObject({
    kind: z.enum(["branch", "tag", "commit", "worktree"]),
    name: maybe.describe("Of the branch or tag"),
  }),
);

const STALE = named(
  "Stale",
  z.strictObject({
    what: z.enum(["facts", "commit"]).describe("facts: its name and description; commit: its refs too"),
    asOf: maybe.describe("When the git host last told it; null when it never did"),
  }),
);

export const identity = {
  address: text.describe("Canonical, as mounted"),
  pinnedAddress: text.describe("The same address at this commit"),
  path: path.describe("The mounted directory"),
  commit: text,
  ref: REF.describe("What the commit was found by"),
  pinned: z.boolean(),
  stale: STALE.nullable().describe("What the git host would not tell anew; null when it did"),
  verified: z.boolean().describe("Whether the operator vouches for what is served here"),
};

export const SOURCE = named(
  "Source",
  z.strictObject({ repository: text.describe("The address without ref and path"), ...identity }),
);

export const partial = z.array(z.enum(["file_limit", "byte_limit"]))
  .describe("The limits that kept files out of the index; empty when it is whole");

export const INTRODUCTION = named("Introduction", z.strictObject({ path, title: maybe, summary: maybe }));

export const folder = {
  path,
  name: maybe,
  description: maybe,
  manifestPath: path.nullable(),
  overview: INTRODUCTION.nullable().describe("The folder's README"),
  counts: COUNTS.describe("What can be discovered below"),
};

export const FOLDER = named("Folder", z.strictObject(folder));

export const serving = z.enum(["full", "described"]).describe(
  "described: the licence keeps the content at its source, and nothing but this header is served",
);
export const unlisted = z.enum(["duplicate", "hidden"]).nullable().describe("Why discovery leaves it out");
